#!lua name=paternoster

-- Everything that must happen at once or not at all. A function that fails after its first write is not rolled
-- back, so each checks all it needs before it writes. Refusals are error replies that begin with a word of ours.

local FIELD = 'e'

-- Entries stand under 1-0, 2-0 ... and never leave a log that is there, so their number is the last one's version.
local function last_version(log) return redis.call('XLEN', log) end

local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function whole(number) return string.format('%.0f', number) end

local SEEN_EVERY_MS = 500

-- Notes in a partition's `seen` that its worker is at work. A gap longer than `away_ms` since the last note was time that
-- we were away. Returns when that last began and ended (false for never), and whether games have yet to be given it back.
local function note_seen(seen, away_ms)
  local now = now_ms()
  local found = redis.call('HMGET', seen, 'at', 'since', 'until', 'open')
  local at, since, ended, open = tonumber(found[1] or now), found[2], found[3], found[4] == '1'
  if now - at > tonumber(away_ms) then
    if not open then since = whole(at) end
    ended, open = whole(now), true
    redis.call('HSET', seen, 'at', ended, 'since', since, 'until', ended, 'open', '1')
  elseif now - at >= SEEN_EVERY_MS or now < at or not found[1] then
    redis.call('HSET', seen, 'at', whole(now))
  end
  return since, ended, open
end

-- Members with a score go in, those without come out.
local function keep_scores(key, members)
  for _, member in ipairs(members) do
    if member[2] then redis.call('ZADD', key, member[2], member[1]) else redis.call('ZREM', key, member[1]) end
  end
end

-- KEYS: log, [open, ageing, commands]   ARGV: last version, entry,
--   [table, its score among the open ones ('' takes it out), its score among the ageing, a command to queue ('' for none)]
-- Appends one entry and, with it, keeps the indexes of tables and hands over to the engine.
local function append_entry(keys, args)
  local last = tonumber(args[1])
  local found = last_version(keys[1])
  if found ~= last then return redis.error_reply('VERSIONTAKEN ' .. found) end
  redis.call('XADD', keys[1], (last + 1) .. '-0', FIELD, args[2])
  if #keys == 4 then
    if args[4] == '' then redis.call('ZREM', keys[2], args[3]) else redis.call('ZADD', keys[2], args[4], args[3]) end
    redis.call('ZADD', keys[3], args[5], args[3])
    if args[6] ~= '' then redis.call('XADD', keys[4], '*', FIELD, args[6]) end
  end
  return last + 1
end

-- KEYS: log, open, ageing   ARGV: last version, table
-- Removes a table that nobody has changed meanwhile. Returns 1, else 0.
local function drop_table(keys, args)
  if last_version(keys[1]) ~= tonumber(args[1]) then return 0 end
  redis.call('UNLINK', keys[1])
  redis.call('ZREM', keys[2], args[2])
  redis.call('ZREM', keys[3], args[2])
  return 1
end

-- KEYS: log, ageing   ARGV: last version, table, when to look at it
-- Nothing, when it has changed meanwhile: then that is to be looked at first.
local function put_off(keys, args)
  if last_version(keys[1]) ~= tonumber(args[1]) then return 0 end
  redis.call('ZADD', keys[2], args[3], args[2])
  return 1
end

-- KEYS: fence, commands, due, feed, running, parked, seen, then one log per game
-- ARGV: fence token, plan (MessagePack; `commit_call` in valkey.py makes it), then the bytes that it names by number
-- One commit of a partition: a whole batch of judged commands.
local function commit(keys, args)
  local plan = cmsgpack.unpack(args[2])
  local function blob(number) return args[2 + number] end

  local fence = redis.call('GET', keys[1]) or '0'
  if fence ~= args[1] then return redis.error_reply('FENCED ' .. fence) end
  local since, ended, open = note_seen(keys[7], plan.away_ms)
  if open and not plan.giving_back then return redis.error_reply('AWAY ' .. since .. ' ' .. ended) end
  for i, game in ipairs(plan.games) do
    local found = last_version(keys[7 + i])
    if found ~= game[1] then return redis.error_reply('VERSIONTAKEN ' .. found .. ' ' .. keys[7 + i]) end
  end
  for _, answer in ipairs(plan.answers) do
    if answer[4] and redis.call('EXISTS', answer[1]) == 1 then return redis.error_reply('ANSWERED ' .. answer[1]) end
  end

  for i, game in ipairs(plan.games) do
    for n, entry in ipairs(game[2]) do
      redis.call('XADD', keys[7 + i], (game[1] + n) .. '-0', FIELD, blob(entry))
    end
  end
  keep_scores(keys[3], plan.due)
  keep_scores(keys[5], plan.running)
  for _, secret in ipairs(plan.secrets) do
    if secret[2] then redis.call('SET', secret[1], blob(secret[2])) else redis.call('DEL', secret[1]) end
  end
  for _, parked in ipairs(plan.parked) do redis.call('HSET', keys[6], parked[1], parked[2]) end
  for _, answer in ipairs(plan.answers) do redis.call('SET', answer[1], blob(answer[2]), 'PX', answer[3]) end
  for _, item in ipairs(plan.feed) do
    redis.call('XADD', keys[4], 'MAXLEN', '~', plan.feed_length, '*', FIELD, blob(item))
  end
  if #plan.done > 0 then redis.call('XDEL', keys[2], unpack(plan.done)) end
  if plan.given_back and ended == plan.given_back then redis.call('HSET', keys[7], 'open', '0') end
  for _, message in ipairs(plan.messages) do redis.call('SPUBLISH', message[1], blob(message[2])) end
  return #plan.done
end

-- KEYS: lease, fence, seen   ARGV: owner, ms, ms of a gap that we were away
-- Takes a free lease or renews one's own. Returns the fence, raised for each new owner (0 when another holds it), when we
-- were away last, and whether that is still to be given back (1 or 0).
local function lease(keys, args)
  local owner = redis.call('GET', keys[1])
  if owner and owner ~= args[1] then return { 0, 0, 0, 0 } end
  local since, ended, open = note_seen(keys[3], args[3])
  redis.call('SET', keys[1], args[1], 'PX', args[2])
  local fence = owner and redis.call('GET', keys[2]) or redis.call('INCR', keys[2])
  return { tonumber(fence), tonumber(since or 0), tonumber(ended or 0), open and 1 or 0 }
end

-- KEYS: lease   ARGV: owner
local function release(keys, args)
  if redis.call('GET', keys[1]) ~= args[1] then return 0 end
  return redis.call('DEL', keys[1])
end

redis.register_function('append_entry', append_entry)
redis.register_function('drop_table', drop_table)
redis.register_function('put_off', put_off)
redis.register_function('commit', commit)
redis.register_function('lease', lease)
redis.register_function('release', release)
