#!lua name=paternoster_accounts

-- What must happen to an account at once. All keys of a call carry the same account as hash tag.

local function exists(account) return redis.call('EXISTS', account) == 1 end

-- KEYS: account, hash   ARGV: field, value
-- Sets a field of an account's sessions or tokens. Returns how many there are then; 0 when the account is gone.
local function keep(keys, args)
  if not exists(keys[1]) then return 0 end
  redis.call('HSET', keys[2], args[1], args[2])
  return redis.call('HLEN', keys[2])
end

-- KEYS: hash   ARGV: field, old value, new value
-- Changes a field that is as it was read. Returns 1, or 0 when somebody else was faster.
local function swap(keys, args)
  if redis.call('HGET', keys[1], args[1]) ~= args[2] then return 0 end
  redis.call('HSET', keys[1], args[1], args[3])
  return 1
end

-- KEYS: account   ARGV: fields, each followed by its value, '' to take it away
-- Returns 1, or 0 when the account is gone.
local function change(keys, args)
  if not exists(keys[1]) then return 0 end
  for i = 1, #args, 2 do
    if args[i + 1] == '' then
      redis.call('HDEL', keys[1], args[i])
    else
      redis.call('HSET', keys[1], args[i], args[i + 1])
    end
  end
  return 1
end

-- KEYS: account   ARGV: handle, password hash
-- Gives an account its handle, once. Returns 1, or 0 when it has one or is gone.
local function name(keys, args)
  if not exists(keys[1]) or redis.call('HEXISTS', keys[1], 'handle') == 1 then return 0 end
  redis.call('HSET', keys[1], 'handle', args[1], 'password', args[2])
  return 1
end

-- KEYS: account and everything else that it owns, sessions second, API tokens third
-- Returns the ids of its sessions and API tokens.
local function forget(keys)
  local ids = redis.call('HKEYS', keys[2])
  for _, token in ipairs(redis.call('HKEYS', keys[3])) do table.insert(ids, token) end
  redis.call('DEL', unpack(keys))
  return ids
end

-- KEYS: key   ARGV: value
-- Deletes a key that holds this value.
local function let_go(keys, args)
  if redis.call('GET', keys[1]) ~= args[1] then return 0 end
  return redis.call('DEL', keys[1])
end

redis.register_function('account_keep', keep)
redis.register_function('account_swap', swap)
redis.register_function('account_change', change)
redis.register_function('account_name', name)
redis.register_function('account_forget', forget)
redis.register_function('account_let_go', let_go)
