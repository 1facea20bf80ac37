#!lua name=paternoster_talk

-- KEYS: said (stream), rules (hash)   ARGV: message's id, message, 'emote' or 'text', most messages, ms to keep them
-- Numbers are milliseconds, so that their gaps tell nothing of messages that a reader must not see.
-- Returns the message's number, the same again for the same id; an error when the table wants none of these.
local LOOKED_BACK = 50

local function say(keys, args)
  local mode = redis.call('HGET', keys[2], 'mode')
  if mode == 'off' or (mode == 'emotes' and args[3] == 'text') then return redis.error_reply('SILENT ' .. mode) end

  local newest = redis.call('XREVRANGE', keys[1], '+', '-', 'COUNT', LOOKED_BACK)
  for _, entry in ipairs(newest) do
    if entry[2][2] == args[1] then return tonumber(string.match(entry[1], '^%d+')) end
  end
  local time = redis.call('TIME')
  local number = time[1] * 1000 + math.floor(time[2] / 1000)
  if newest[1] then number = math.max(number, tonumber(string.match(newest[1][1], '^%d+')) + 1) end
  redis.call('XADD', keys[1], 'MAXLEN', args[4], string.format('%.0f-0', number), 'i', args[1], 'm', args[2])
  redis.call('PEXPIRE', keys[1], args[5])
  if mode then redis.call('PEXPIRE', keys[2], args[5]) end
  return number
end

-- KEYS: rules   ARGV: field, value ('' takes it away), ms to keep them
local function rule(keys, args)
  if args[2] == '' then redis.call('HDEL', keys[1], args[1]) else redis.call('HSET', keys[1], args[1], args[2]) end
  redis.call('PEXPIRE', keys[1], args[3])
  return 1
end

redis.register_function('talk_say', say)
redis.register_function('talk_rule', rule)
