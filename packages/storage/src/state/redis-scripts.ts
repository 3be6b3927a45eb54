/**
 * A value is kept as `<end in epoch ms>:<value>`: when it ends, the clock of the caller decides. Redis itself forgets it
 * some time later.
 */
const READ_LIVE_VALUE = `
local kept = redis.call('GET', KEYS[1])
local colon = kept and string.find(kept, ':', 1, true)
local lives = kept and tonumber(string.sub(kept, 1, colon - 1)) > tonumber(ARGV[1])
local value = lives and string.sub(kept, colon + 1) or nil`

/** KEYS: key; ARGV: now, the new entry, its life in ms, and what it was, if anything. Answers 1 where it did. */
export const COMPARE_AND_SET_SCRIPT = `${READ_LIVE_VALUE}
if value ~= ARGV[4] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`

/** KEYS: key; ARGV: now, the summand, the end and life in ms of a new counter. Answers the sum, as text. */
export const INCREMENT_SCRIPT = `${READ_LIVE_VALUE}
if not value then
  redis.call('SET', KEYS[1], ARGV[3] .. ':' .. ARGV[2], 'PX', ARGV[4])
  return ARGV[2]
end
local sum = string.format('%.0f', value + ARGV[2])
redis.call('SET', KEYS[1], string.sub(kept, 1, colon) .. sum, 'KEEPTTL')
return sum`
