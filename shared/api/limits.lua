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

redis.register_function('gcra', gcra)
