#!lua name=paternoster_history

-- One player's finished games. All keys of a call carry the account as hash tag:
--   games    hash: what came of each game
--   order    sorted set: these games by when they ended
--   changes  hash: what each did to the player's rating, behind the revision that made it and a space
--   past     hash: sums over the games that were let go, and floor_at and floor_game, the last of them
--   conduct  sorted set: the last games with other people, by when they ended: `<game> <left><timed out>`, each 0 or 1

-- KEYS: account, games, order, past, conduct
-- ARGV: game, ended at, what came of it, conduct in it ('' where it is nobody's business), how many of these are kept
-- Notes a game, unless the account is gone or the game is older than those that were let go.
-- Returns how many there are then, 0 for a game that was not noted.
local function note(keys, args)
  if redis.call('EXISTS', keys[1]) == 0 then return 0 end
  local at, floor_at = tonumber(args[2]), tonumber(redis.call('HGET', keys[4], 'floor_at') or '-1')
  if at < floor_at then return 0 end
  if at == floor_at and args[1] <= redis.call('HGET', keys[4], 'floor_game') then return 0 end
  redis.call('HSET', keys[2], args[1], args[3])
  redis.call('ZADD', keys[3], args[2], args[1])
  if args[4] ~= '' then
    redis.call('ZADD', keys[5], args[2], args[1] .. ' ' .. args[4])
    redis.call('ZREMRANGEBYRANK', keys[5], 0, -1 - tonumber(args[5]))
  end
  return redis.call('ZCARD', keys[3])
end

-- KEYS: games, changes   ARGV: game, revision, change
-- Notes what a game did to a rating, unless something newer is known or the game is not there.
local function rated(keys, args)
  if redis.call('HEXISTS', keys[1], args[1]) == 0 then return 0 end
  local known = redis.call('HGET', keys[2], args[1])
  if known and tonumber(string.match(known, '^%d+')) > tonumber(args[2]) then return 0 end
  redis.call('HSET', keys[2], args[1], args[2] .. ' ' .. args[3])
  return 1
end

-- KEYS: games, order, changes, past   ARGV: game, sums and what each grows by
-- Lets the oldest game go and keeps what it adds to the sums. Returns 0 when it is not the oldest any more.
local function let_go(keys, args)
  local oldest = redis.call('ZRANGE', keys[2], 0, 0, 'WITHSCORES')
  if oldest[1] ~= args[1] then return 0 end
  redis.call('ZREM', keys[2], args[1])
  redis.call('HDEL', keys[1], args[1])
  redis.call('HDEL', keys[3], args[1])
  redis.call('HSET', keys[4], 'floor_game', args[1], 'floor_at', oldest[2])
  for i = 2, #args, 2 do redis.call('HINCRBY', keys[4], args[i], args[i + 1]) end
  return 1
end

-- KEYS: conduct
-- How many games, in how many the player left, ran out of time, and did either.
local function conduct(keys)
  local games, left, timed_out, either = redis.call('ZRANGE', keys[1], 0, -1), 0, 0, 0
  for _, game in ipairs(games) do
    local flags = string.sub(game, -2)
    if flags ~= '00' then either = either + 1 end
    if string.sub(flags, 1, 1) == '1' then left = left + 1 end
    if string.sub(flags, 2) == '1' then timed_out = timed_out + 1 end
  end
  return { #games, left, timed_out, either }
end

redis.register_function('history_note', note)
redis.register_function { function_name = 'history_conduct', callback = conduct, flags = { 'no-writes' } }
redis.register_function('history_rated', rated)
redis.register_function('history_let_go', let_go)
