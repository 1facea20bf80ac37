# ソケットのアドレスに普通のHTTPで接続したとき
problem-upgrade-required = このアドレスにはWebSocketで接続してください
