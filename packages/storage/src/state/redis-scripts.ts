/**
 * Reads the value of a key. It is stored as `<expiry in epoch ms>:<value>`, because the clock of the caller decides when it
 * expires. Redis deletes it some time later.
 */
const READ_LIVE_VALUE = `
local entry = redis.call('GET', KEYS[1])
local colon = entry and string.find(entry, ':', 1, true)
local isLive = entry and tonumber(string.sub(entry, 1, colon - 1)) > tonumber(ARGV[1])
local value = isLive and string.sub(entry, colon + 1) or nil`

/** KEYS: key. ARGV: now, the new entry, its lifetime in ms, and the expected value, if any. Returns 1 if it was set. */
export const COMPARE_AND_SET_SCRIPT = `${READ_LIVE_VALUE}
if value ~= ARGV[4] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`

/** KEYS: key. ARGV: now, the increment, the expiry and the lifetime in ms of a new counter. Returns the sum as text. */
export const INCREMENT_SCRIPT = `${READ_LIVE_VALUE}
if not value then
  redis.call('SET', KEYS[1], ARGV[3] .. ':' .. ARGV[2], 'PX', ARGV[4])
  return ARGV[2]
end
local sum = string.format('%.0f', value + ARGV[2])
redis.call('SET', KEYS[1], string.sub(entry, 1, colon) .. sum, 'KEEPTTL')
return sum`
