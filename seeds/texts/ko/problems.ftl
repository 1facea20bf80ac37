# 요청의 문제: 각각의 제목과, 더 할 말이 있으면 그 설명.

problem-malformed = 요청이 문서에 정한 형식과 다릅니다
# $path: 문서 안의 위치 ($.do.card 등) 또는 매개변수 이름.
problem-malformed-detail = 요청의 다음 위치가 문서에 정한 형식과 다릅니다: { $path }
problem-malformed-invisible-name = 이름에는 눈에 보이는 글자가 있어야 하며, 글자를 숨기거나 뒤집는 문자는 쓸 수 없습니다.
problem-malformed-long-entropy = 엔트로피는 UTF-8로 64바이트까지입니다.
problem-malformed-foreign-cursor = 이 커서는 앞 페이지에서 받은 것이 아닙니다.
problem-malformed-idempotency-key = Idempotency-Key는 영문자, 숫자, 기호 _ . : - 로 된 { $least }~{ $most }자입니다.

problem-token-missing = 액세스 토큰이 필요합니다
problem-token-invalid = 올바른 액세스 토큰이 아닙니다
problem-token-expired = 액세스 토큰이 만료되었습니다
problem-not-host = 테이블의 방장만 할 수 있습니다
problem-not-seated = 자리에 앉은 사람만 할 수 있습니다
problem-not-your-seat = 다른 사람의 자리입니다

problem-no-such-route = 이 주소에는 아무것도 없습니다
problem-no-such-account = 그런 계정은 없습니다
problem-no-such-kind = 그런 종류의 게임은 없습니다
problem-no-such-table = 그런 테이블은 없습니다
problem-no-such-game = 그런 게임은 없습니다
problem-no-such-seat = 테이블에 그런 자리는 없습니다
problem-no-such-command = 이 게임에 보낸 그런 명령은 없습니다

problem-method-not-allowed = 이 주소에서는 그 메서드를 쓸 수 없습니다
problem-not-acceptable = 받겠다고 한 미디어 타입으로는 보낼 수 없습니다
problem-not-acceptable-detail = 받겠다고 한 미디어 타입으로는 보낼 수 없습니다. 보낼 수 있는 것: { $available }
problem-body-too-large = 본문이 너무 큽니다
problem-unsupported-media-type = 이 미디어 타입은 읽을 수 없습니다
problem-unsupported-media-type-detail = 이 미디어 타입은 읽을 수 없습니다. 다음 중 하나로 보내 주세요: { $readable }

problem-idempotency-key-in-use = 이 키의 요청을 아직 처리하고 있습니다
problem-idempotency-key-in-use-detail = 이 키의 첫 요청을 아직 처리하고 있습니다. 잠시 후 같은 요청을 다시 보내 주세요.
problem-idempotency-key-reused = 이 키는 다른 요청의 것입니다
problem-idempotency-key-reused-detail = 이 키는 전에 다른 요청과 함께 보냈습니다. 새로운 요청에는 새 키를 쓰세요.

problem-version-conflict = 게임이 예상한 버전이 아닙니다
problem-version-conflict-detail = 그사이 게임이 더 진행되었습니다. 다시 확인한 뒤 골라 주세요.
problem-game-over = 게임이 끝났습니다
problem-already-seated = 이미 이 테이블에 자리가 있습니다
problem-seat-taken = 다른 사람이 앉은 자리입니다
problem-no-bot-there = 그 자리에는 봇이 없습니다
problem-table-full = 빈자리가 없습니다
problem-table-not-open = 이미 시작했거나 닫힌 테이블입니다
problem-seats-open = 아직 빈자리가 있습니다
problem-seats-open-detail = 아직 빈자리가 { $count }개 있습니다.
problem-invalid-options = 이 종류의 게임에서는 쓸 수 없는 설정입니다
problem-refused-by-the-rules = 규칙에 어긋납니다

problem-too-many-requests = 요청이 너무 많습니다
problem-too-many-requests-detail = 요청이 너무 많습니다. 잠시 기다렸다가 다시 시도해 주세요.
problem-internal-error = 서버에 문제가 있습니다
problem-unavailable = 지금은 사용할 수 없습니다
problem-unavailable-detail = 지금은 사용할 수 없습니다. 잠시 후 다시 시도해 주세요.
problem-not-answered-yet = 접수했지만 아직 판정하지 않았습니다
problem-not-answered-yet-detail = 접수했지만 아직 판정하지 않았습니다. 잠시 후 같은 것을 다시 보내 주세요.
problem-game-parked = 이 게임은 복구될 때까지 멈춰 있습니다

# Accounts

problem-malformed-unknown-time-zone = tz 데이터베이스에 없는 시간대입니다. Asia/Seoul 같은 이름을 쓰세요.

problem-session-ended = 이 기기는 로그아웃되었습니다
problem-session-ended-detail = 이 기기는 로그아웃되었습니다. 다시 로그인하세요.
problem-refresh-invalid = 이 갱신 토큰은 저희가 발급한 것이 아닙니다
problem-sign-in-refused = 핸들이나 비밀번호가 틀렸습니다
problem-identity-invalid = 이 ID 토큰은 받아들일 수 없습니다
problem-scope-missing = 이 API 토큰에는 그 권한이 없습니다
# $scope: such as games:play.
problem-scope-missing-detail = 이 API 토큰에는 그 권한이 없습니다. 범위 { $scope }이(가) 필요합니다.

problem-no-such-session = 그런 세션은 없습니다
problem-no-such-api-token = 그런 API 토큰은 없습니다
problem-handle-taken = 다른 사람이 이 핸들을 쓰고 있습니다
problem-handle-already-set = 이 계정에는 이미 핸들이 있습니다
problem-identity-taken = 이 신원은 다른 계정의 것입니다
problem-too-many-api-tokens = API 토큰이 너무 많습니다
# $most: how many an account may have.
problem-too-many-api-tokens-detail = API 토큰은 계정마다 { $most }개까지입니다. 먼저 하나를 폐기하세요.
problem-issuer-unreachable = 신원을 확인해 주는 서비스에 연결할 수 없습니다
problem-issuer-unreachable-detail = 신원을 확인해 주는 서비스에 연결할 수 없습니다. 잠시 후 다시 시도하세요.
