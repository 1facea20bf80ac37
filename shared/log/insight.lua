#!lua name=paternoster_insight

-- An analysis is one hash: `id`, `kind`, `at`, `by:<account>` for each who asked, `total`, and by number `t:` tries and
-- `d:` decisions. The sorted set `analyses` says which are to be worked on when, in ms.

local LIVES_MS = 7 * 24 * 3600 * 1000

local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- KEYS: analysis, analyses   ARGV: game, id, kind, account
-- Asks for it, or joins those who have. Returns 1 when it is new.
local function analysis_ask(keys, args)
  local new = redis.call('EXISTS', keys[1]) == 0
  if new then
    local now = string.format('%.0f', now_ms())
    redis.call('HSET', keys[1], 'id', args[2], 'kind', args[3], 'at', now)
    redis.call('ZADD', keys[2], now, args[1])
  end
  redis.call('HSET', keys[1], 'by:' .. args[4], 1)
  redis.call('PEXPIRE', keys[1], LIVES_MS)
  return new and 1 or 0
end

-- KEYS: analysis, analyses   ARGV: game, account
-- Takes the wish of one back; the last one's ends the work. Returns 0 when it had none.
local function analysis_leave(keys, args)
  if redis.call('HDEL', keys[1], 'by:' .. args[2]) == 0 then return 0 end
  for _, field in ipairs(redis.call('HKEYS', keys[1])) do
    if string.sub(field, 1, 3) == 'by:' then return 1 end
  end
  redis.call('DEL', keys[1])
  redis.call('ZREM', keys[2], args[1])
  return 1
end

-- KEYS: analysis, analyses   ARGV: game, id, ms after which it has stopped unless it is noted again, field and value ...
-- Notes what has been found, once each, and that the work goes on. Returns 0 when nobody wants it any more.
local function analysis_note(keys, args)
  if redis.call('HGET', keys[1], 'id') ~= args[2] then return 0 end
  for i = 4, #args, 2 do redis.call('HSETNX', keys[1], args[i], args[i + 1]) end
  redis.call('ZADD', keys[2], string.format('%.0f', now_ms() + args[3]), args[1])
  redis.call('PEXPIRE', keys[1], LIVES_MS)
  return 1
end

-- KEYS: analysis, analyses   ARGV: game, id, number of a decision
-- Returns how often it was begun, this time included; 0 when nobody wants it any more.
local function analysis_try(keys, args)
  if redis.call('HGET', keys[1], 'id') ~= args[2] then return 0 end
  return redis.call('HINCRBY', keys[1], 't:' .. args[3], 1)
end

-- KEYS: analysis, analyses   ARGV: game, id
local function analysis_end(keys, args)
  local id = redis.call('HGET', keys[1], 'id')
  if id and id ~= args[2] then return 0 end
  redis.call('DEL', keys[1])
  redis.call('ZREM', keys[2], args[1])
  return 1
end

-- KEYS: analyses   ARGV: ms until they come up again, most
-- Takes those that are due; whoever works on one puts it off further.
local function analyses_due(keys, args)
  local now = now_ms()
  local due = redis.call('ZRANGEBYSCORE', keys[1], '-inf', string.format('%.0f', now), 'LIMIT', 0, args[2])
  for _, game in ipairs(due) do redis.call('ZADD', keys[1], string.format('%.0f', now + args[1]), game) end
  return due
end

redis.register_function('analysis_ask', analysis_ask)
redis.register_function('analysis_leave', analysis_leave)
redis.register_function('analysis_note', analysis_note)
redis.register_function('analysis_try', analysis_try)
redis.register_function('analysis_end', analysis_end)
redis.register_function('analyses_due', analyses_due)
