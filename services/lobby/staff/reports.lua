#!lua name=paternoster_reports

-- KEYS: all (hash), waiting (sorted set), of one reporter (sorted set)
-- ARGV: id, report, ms, most that wait, most of one reporter
-- Returns 1, or 0 when the same was reported before.
local function file(keys, args)
  if redis.call('HSETNX', keys[1], args[1], args[2]) == 0 then return 0 end
  redis.call('ZADD', keys[2], args[3], args[1])
  redis.call('ZADD', keys[3], args[3], args[1])
  redis.call('ZREMRANGEBYRANK', keys[3], 0, -1 - tonumber(args[5]))
  local excess = redis.call('ZCARD', keys[2]) - tonumber(args[4])
  if excess > 0 then
    local gone = redis.call('ZPOPMIN', keys[2], excess)
    for i = 1, #gone, 2 do redis.call('HDEL', keys[1], gone[i]) end
  end
  return 1
end

-- KEYS: all, waiting, settled (sorted set)   ARGV: id, as it was read, as it is to be, ms or '' to leave it where it is,
--   most that are settled
-- Returns 1, or 0 when somebody else was faster.
local function change(keys, args)
  if redis.call('HGET', keys[1], args[1]) ~= args[2] then return 0 end
  redis.call('HSET', keys[1], args[1], args[3])
  if args[4] == '' then return 1 end
  redis.call('ZREM', keys[2], args[1])
  redis.call('ZADD', keys[3], args[4], args[1])
  local excess = redis.call('ZCARD', keys[3]) - tonumber(args[5])
  if excess > 0 then
    local gone = redis.call('ZPOPMIN', keys[3], excess)
    for i = 1, #gone, 2 do redis.call('HDEL', keys[1], gone[i]) end
  end
  return 1
end

redis.register_function('report_file', file)
redis.register_function('report_change', change)
