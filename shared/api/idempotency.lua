#!lua name=paternoster_idempotency

-- A record is a hash: `of` what it answers, `since` when it was first claimed (ms), `until` when the claim ends (ms),
-- `by` whom it is claimed, and at last `answer`. It lives as long as answers are kept, from the first claim on: a claim
-- that was given up or has ended leaves `since`, so that what is made under it gets the same id again.

local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- KEYS: record   ARGV: what it answers, claimant, ms that a claim lasts, ms that the record is kept
-- Returns {'claimed', since}, {'busy', ms left}, {'answered', the answer} or {'other'}.
local function claim(keys, args)
  local found = redis.call('HMGET', keys[1], 'of', 'since', 'until', 'answer')
  local now = now_ms()
  if found[1] and found[1] ~= args[1] then return { 'other' } end
  if found[4] then return { 'answered', found[4] } end
  if found[1] and tonumber(found[3]) > now then return { 'busy', tonumber(found[3]) - now } end
  local since = tonumber(found[2] or now)
  redis.call('HSET', keys[1], 'of', args[1], 'since', string.format('%.0f', since),
    'until', string.format('%.0f', now + args[3]), 'by', args[2])
  if not found[1] then redis.call('PEXPIRE', keys[1], args[4]) end
  return { 'claimed', since }
end

-- KEYS: record   ARGV: claimant, ms that the claim lasts from now on
-- Does nothing for a claim that another has taken over.
local function hold(keys, args)
  if redis.call('HGET', keys[1], 'by') ~= args[1] then return 0 end
  redis.call('HSET', keys[1], 'until', string.format('%.0f', now_ms() + args[2]))
  return 1
end

-- KEYS: record   ARGV: claimant, the answer; '' gives the claim up
-- Does nothing for a claim that another has taken over.
local function settle(keys, args)
  if redis.call('HGET', keys[1], 'by') ~= args[1] then return 0 end
  if args[2] == '' then
    redis.call('HSET', keys[1], 'until', '0')
  else
    redis.call('HSET', keys[1], 'answer', args[2])
  end
  return 1
end

redis.register_function('claim', claim)
redis.register_function('hold', hold)
redis.register_function('settle', settle)
