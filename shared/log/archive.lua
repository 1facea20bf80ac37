#!lua name=paternoster_archive

-- Moving whole logs out and in at once, so that a reader finds each game in one place or the other.

-- KEYS: log, archived   ARGV: last version, game, when it ended (ms)
-- The object is safe by now: notes where the game is and drops the log, unless it is not the log that was stored.
local function archive_game(keys, args)
  local newest = redis.call('XREVRANGE', keys[1], '+', '-', 'COUNT', 1)
  if #newest == 0 or newest[1][1] ~= args[1] .. '-0' then return 0 end
  redis.call('ZADD', keys[2], args[3], args[2])
  return redis.call('UNLINK', keys[1])
end

-- KEYS: log, archived   ARGV: game, entries ...
-- 0 when the log is there already.
local function restore_game(keys, args)
  if redis.call('EXISTS', keys[1]) == 1 then return 0 end
  for version = 2, #args do redis.call('XADD', keys[1], (version - 1) .. '-0', 'e', args[version]) end
  redis.call('ZREM', keys[2], args[1])
  return #args - 1
end

redis.register_function('archive_game', archive_game)
redis.register_function('restore_game', restore_game)
