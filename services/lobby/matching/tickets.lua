#!lua name=paternoster_tickets

-- All tickets lie in one slot, so that those of one match change at once or not at all. A ticket is kept as its version,
-- a space, and what the lobby made of it; an account's wishes lead to its tickets that are not over.

local function version(key) return tonumber(string.match(redis.call('GET', key) or '', '^%d+') or 0) end

-- KEYS: ticket, waiting, the account's wishes   ARGV: id, ticket, wish, made at (ms), most
-- Returns the id of the ticket for this wish, which is an older one if there is one; '' when there are too many.
local function open(keys, args)
  if redis.call('EXISTS', keys[1]) == 1 then return args[1] end
  local same = redis.call('HGET', keys[3], args[3])
  if same then return same end
  if redis.call('HLEN', keys[3]) >= tonumber(args[5]) then return '' end
  redis.call('SET', keys[1], args[2])
  redis.call('ZADD', keys[2], args[4], args[1])
  redis.call('HSET', keys[3], args[3], args[1])
  return args[1]
end

-- KEYS: waiting, matches, and for each ticket: ticket, its account's wishes
-- ARGV: match, what is kept of it ('' takes it away), ms for which a ticket that is over is kept,
--       and for each ticket: id, wish, version as it was read, ticket, 'waiting', 'starting' or 'over', made at (ms)
-- Changes tickets and notes their match. Returns 1, or 0 and does nothing when one of them has changed meanwhile.
local function change(keys, args)
  for i = 3, #keys, 2 do
    if version(keys[i]) ~= tonumber(args[6 + (i - 3) * 3]) then return 0 end
  end
  for i = 3, #keys, 2 do
    local at = 4 + (i - 3) * 3
    local id, wish, ticket, standing, made_at = args[at], args[at + 1], args[at + 3], args[at + 4], args[at + 5]
    if standing == 'over' then
      redis.call('SET', keys[i], ticket, 'PX', args[3])
      redis.call('HDEL', keys[i + 1], wish)
    else
      redis.call('SET', keys[i], ticket)
    end
    if standing == 'waiting' then redis.call('ZADD', keys[1], made_at, id) else redis.call('ZREM', keys[1], id) end
  end
  if args[1] ~= '' then
    if args[2] == '' then redis.call('HDEL', keys[2], args[1]) else redis.call('HSET', keys[2], args[1], args[2]) end
  end
  return 1
end

redis.register_function('ticket_open', open)
redis.register_function('tickets_change', change)
