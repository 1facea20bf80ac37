#!lua name=paternoster_ratings

-- One list of ratings. All keys of a call carry the list as hash tag:
--   head     hash: revision (raised by every change), floor_at and floor_game (the last result that was let go)
--   skills   hash: everybody's skill now
--   results  hash: what each game changed, by game
--   order    sorted set: these games by when they ended
--   board    sorted set: everybody whose rating is settled, by the number shown
--   untold   hash: games whose changes the players' histories have not heard of, with the revision that made them

-- KEYS: head, skills, results, order, board, untold
-- ARGV: revision, most, how many results, then of each game, ended at, result; then of each skill who, skill, number
--   shown ('' keeps it off the board)
-- Counts results, if the list is as it was read. Returns the new revision, 0 when somebody else was faster.
local function count(keys, args)
  if (redis.call('HGET', keys[1], 'revision') or '0') ~= args[1] then return 0 end
  local revision = redis.call('HINCRBY', keys[1], 'revision', 1)
  local skills = 4 + 3 * tonumber(args[3])
  for i = 4, skills - 1, 3 do
    redis.call('ZADD', keys[4], args[i + 1], args[i])
    redis.call('HSET', keys[3], args[i], args[i + 2])
    redis.call('HSET', keys[6], args[i], revision)
  end
  for i = skills, #args, 3 do
    redis.call('HSET', keys[2], args[i], args[i + 1])
    if args[i + 2] == '' then
      redis.call('ZREM', keys[5], args[i])
    else
      redis.call('ZADD', keys[5], args[i + 2], args[i])
    end
  end
  local excess = redis.call('ZCARD', keys[4]) - tonumber(args[2])
  if excess > 0 then
    local oldest = redis.call('ZPOPMIN', keys[4], excess)
    for i = 1, #oldest, 2 do
      redis.call('HDEL', keys[3], oldest[i])
      redis.call('HDEL', keys[6], oldest[i])
      redis.call('HSET', keys[1], 'floor_game', oldest[i], 'floor_at', oldest[i + 1])
    end
  end
  return revision
end

-- KEYS: untold   ARGV: games, each followed by its revision
-- The histories have heard of these, unless they have changed again.
local function told(keys, args)
  for i = 1, #args, 2 do
    if redis.call('HGET', keys[1], args[i]) == args[i + 1] then redis.call('HDEL', keys[1], args[i]) end
  end
  return #args / 2
end

-- KEYS: head, skills, results, order, board, untold
-- Forgets everything, to be counted anew. Returns the games whose results were still kept.
local function clear(keys)
  local games = redis.call('ZRANGE', keys[4], 0, -1)
  redis.call('HINCRBY', keys[1], 'revision', 1)
  redis.call('HDEL', keys[1], 'floor_at', 'floor_game')
  redis.call('DEL', keys[2], keys[3], keys[4], keys[5], keys[6])
  return games
end

-- KEYS: board   ARGV: score and member to go on behind ('' for the top), most
-- A page of the board: how many stand before it, the rank of the first (from 1; equal numbers share one), and members
-- with their scores.
local function board_page(keys, args)
  local first = 0
  if args[1] ~= '' then
    first = redis.call('ZCOUNT', keys[1], '(' .. args[1], '+inf')
    for _, member in ipairs(redis.call('ZREVRANGEBYSCORE', keys[1], args[1], args[1])) do
      if member < args[2] then break end
      first = first + 1
    end
  end
  local found = redis.call('ZREVRANGE', keys[1], first, first + tonumber(args[3]) - 1, 'WITHSCORES')
  local rank = #found > 0 and redis.call('ZCOUNT', keys[1], '(' .. found[2], '+inf') + 1 or 0
  return { first, rank, found }
end

-- KEYS: board   ARGV: member, how many on each side
-- The same around a member; empty when it is not on the board.
local function board_around(keys, args)
  local at = redis.call('ZREVRANK', keys[1], args[1])
  if not at then return { 0, 0, {} } end
  local first = math.max(at - tonumber(args[2]), 0)
  local found = redis.call('ZREVRANGE', keys[1], first, at + tonumber(args[2]), 'WITHSCORES')
  return { first, redis.call('ZCOUNT', keys[1], '(' .. found[2], '+inf') + 1, found }
end

redis.register_function('ratings_count', count)
redis.register_function('ratings_told', told)
redis.register_function('ratings_clear', clear)
redis.register_function { function_name = 'board_page', callback = board_page, flags = { 'no-writes' } }
redis.register_function { function_name = 'board_around', callback = board_around, flags = { 'no-writes' } }
