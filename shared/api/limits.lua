#!lua name=paternoster_limits

-- KEYS: bucket   ARGV: microseconds that one request costs, burst
-- GCRA: the bucket holds the time at which it is empty again. By the server's clock, so that all processes agree.
-- Returns whether the request may pass (1 or 0), how many more may follow at once, microseconds until one may, and
-- until the bucket is empty.
local function gcra(keys, args)
  local cost, burst = tonumber(args[1]), tonumber(args[2])
  local time = redis.call('TIME')
  local now = time[1] * 1000000 + time[2]
  local empty_at = math.max(tonumber(redis.call('GET', keys[1]) or now), now)
  local filled = empty_at + cost - now
  if filled > cost * burst then return { 0, 0, filled - cost * burst, empty_at - now } end
  redis.call('SET', keys[1], string.format('%.0f', empty_at + cost), 'PX', math.ceil(filled / 1000))
  return { 1, math.floor(burst - filled / cost), 0, filled }
end

-- KEYS: places   ARGV: who comes in, how many may be inside, ms that one is thought to be inside without being renewed
-- Returns 1, or 0 when there is no place left. Whoever died inside makes room by not being renewed.
local function enter(keys, args)
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', keys[1], '-inf', now)
  local inside = redis.call('ZSCORE', keys[1], args[1])
  if not inside and redis.call('ZCARD', keys[1]) >= tonumber(args[2]) then return 0 end
  redis.call('ZADD', keys[1], now + args[3], args[1])
  redis.call('PEXPIRE', keys[1], args[3])
  return 1
end

redis.register_function('gcra', gcra)
redis.register_function('enter', enter)
