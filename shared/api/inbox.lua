#!lua name=paternoster_inbox

-- What concerns one player, as an index of state: each thing once, at the number of its last change. All keys are of
-- one player: inbox (hash: generation, last, floor), changes (sorted set of things by number), about (hash of things),
-- turns (set of games that wait for the player), over (things that may be forgotten, by number).

-- KEYS: inbox, changes, about, turns, over, channel
-- ARGV: thing, version, what is told of it, standing ('turn', 'open' or 'over'), a generation, most things that are over
-- Notes that a thing has changed. What is not newer than what is known changes nothing, so telling twice is harmless.
-- Returns the change's number, 0 for none.
local function tell(keys, args)
  local thing, version, standing = args[1], tonumber(args[2]), args[4]
  local known = redis.call('HGET', keys[3], thing)
  if known and tonumber(string.match(known, '^%d+')) >= version then return 0 end

  redis.call('HSETNX', keys[1], 'generation', args[5])
  local number = redis.call('HINCRBY', keys[1], 'last', 1)
  redis.call('ZADD', keys[2], number, thing)
  redis.call('HSET', keys[3], thing, args[2] .. ' ' .. args[3])
  redis.call(standing == 'turn' and 'SADD' or 'SREM', keys[4], thing)
  if standing == 'over' then redis.call('ZADD', keys[5], number, thing) else redis.call('ZREM', keys[5], thing) end

  local excess = redis.call('ZCARD', keys[5]) - tonumber(args[6])
  if excess > 0 then
    local forgotten = redis.call('ZPOPMIN', keys[5], excess)
    for i = 1, #forgotten, 2 do
      redis.call('ZREM', keys[2], forgotten[i])
      redis.call('HDEL', keys[3], forgotten[i])
      redis.call('HSET', keys[1], 'floor', forgotten[i + 1])
    end
  end
  redis.call('SPUBLISH', keys[6], number)
  return number
end

-- KEYS: inbox, changes, about, turns   ARGV: generation and number of a cursor ('' for none), most
-- What has changed since: generation, whether the reader must begin anew, the page's last number, whether there is
-- more, how many games wait for the player, and what is told of each thing, oldest change first.
local function changed(keys, args)
  local inbox = redis.call('HMGET', keys[1], 'generation', 'last', 'floor')
  local generation, last, floor = inbox[1] or '0', tonumber(inbox[2] or 0), tonumber(inbox[3] or 0)
  local after, most = tonumber(args[2]) or 0, tonumber(args[3])
  local anew = args[1] ~= generation or after < floor or after > last
  if anew then after = 0 end

  local found = redis.call('ZRANGEBYSCORE', keys[2], '(' .. after, '+inf', 'WITHSCORES', 'LIMIT', 0, most + 1)
  local more = #found > 2 * most
  local told = {}
  for i = 1, math.min(#found, 2 * most), 2 do
    told[#told + 1] = redis.call('HGET', keys[3], found[i])
    after = found[i + 1]
  end
  if not more then after = last end
  return { generation, anew and 1 or 0, tonumber(after), more and 1 or 0, redis.call('SCARD', keys[4]), told }
end

redis.register_function('tell', tell)
redis.register_function { function_name = 'changed', callback = changed, flags = { 'no-writes' } }
