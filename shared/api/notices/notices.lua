#!lua name=paternoster_notices

-- What must happen to one player's notices at once. Keys of a call lie in one slot.

-- KEYS: standing, outbox   ARGV: the standing as it was read ('' for none), the new one ('' for none),
-- then an id and a delivery for each notice on its way
-- Notes what is told and puts it into the outbox. Returns 1, or 0 when somebody else was faster.
local function commit(keys, args)
  if (redis.call('GET', keys[1]) or '') ~= args[1] then return 0 end
  if args[2] == '' then redis.call('DEL', keys[1]) else redis.call('SET', keys[1], args[2]) end
  for i = 3, #args, 2 do redis.call('HSETNX', keys[2], args[i], args[i + 1]) end
  return 1
end

-- KEYS: outbox, history, set where the notice has reached a device   ARGV: id, most entries, entry, then deliveries that
-- take its place
-- Ends a delivery, once. Others take its place only if its notice reached nobody and is not on its way to anybody else,
-- which of several that end at once the last one sees. Returns 1, or 0 when it has ended already.
local function settle(keys, args)
  if redis.call('HDEL', keys[1], args[1]) == 0 then return 0 end
  redis.call('XADD', keys[2], 'MAXLEN', args[2], '*', 'e', args[3])
  if #args < 4 or redis.call('EXISTS', keys[3]) == 1 then return 1 end
  local notice = string.match(args[1], '^.*>')
  for _, id in ipairs(redis.call('HKEYS', keys[1])) do
    if string.sub(id, 1, #notice) == notice then return 1 end
  end
  for i = 4, #args, 2 do redis.call('HSETNX', keys[1], args[i], args[i + 1]) end
  return 1
end

-- KEYS: outbox   ARGV: id, delivery
-- Changes a delivery that has not ended. Returns 1, or 0.
local function again(keys, args)
  if redis.call('HEXISTS', keys[1], args[1]) == 0 then return 0 end
  redis.call('HSET', keys[1], args[1], args[2])
  return 1
end

-- KEYS: sorted set   ARGV: member, its score as it was read, its next one ('' to take it out)
-- Moves a member that nobody has moved meanwhile. Returns 1, or 0.
local function move(keys, args)
  local score = redis.call('ZSCORE', keys[1], args[1])
  if not score or tonumber(score) ~= tonumber(args[2]) then return 0 end
  if args[3] == '' then redis.call('ZREM', keys[1], args[1]) else redis.call('ZADD', keys[1], args[3], args[1]) end
  return 1
end

-- KEYS: key   ARGV: value
-- Deletes a key that holds this value.
local function let_go(keys, args)
  if redis.call('GET', keys[1]) ~= args[1] then return 0 end
  return redis.call('DEL', keys[1])
end

redis.register_function('notice_commit', commit)
redis.register_function('notice_settle', settle)
redis.register_function('notice_again', again)
redis.register_function('notice_move', move)
redis.register_function('notice_let_go', let_go)
