#!lua name=paternoster_ties

-- KEYS: tie   ARGV: as it was read, as it is to be; '' for none
-- Returns 1, or 0 when somebody else was faster.
local function swap(keys, args)
  if (redis.call('GET', keys[1]) or '') ~= args[1] then return 0 end
  if args[2] == '' then redis.call('DEL', keys[1]) else redis.call('SET', keys[1], args[2]) end
  return 1
end

-- KEYS: others   ARGV: account, ms, most
-- Notes with whom an account may have a tie. Returns 1, or 0 when there are too many.
local function note(keys, args)
  local known = redis.call('ZSCORE', keys[1], args[1])
  if not known and redis.call('ZCARD', keys[1]) >= tonumber(args[3]) then return 0 end
  redis.call('ZADD', keys[1], args[2], args[1])
  return 1
end

-- KEYS: others   ARGV: accounts, each followed by the score with which it was read
-- Takes out those that nobody has noted again meanwhile.
local function clear(keys, args)
  for i = 1, #args, 2 do
    local score = redis.call('ZSCORE', keys[1], args[i])
    if score and tonumber(score) == tonumber(args[i + 1]) then redis.call('ZREM', keys[1], args[i]) end
  end
  return 1
end

redis.register_function('tie_swap', swap)
redis.register_function('ties_note', note)
redis.register_function('ties_clear', clear)
