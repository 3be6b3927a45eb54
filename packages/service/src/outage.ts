const NETWORK_ERROR_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
  // thrown by Node when a client writes to a connection that has just ended
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
])

/** A volume is full, over its quota or read-only. */
const VOLUME_ERROR_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS'])

const MAX_CAUSE_DEPTH = 5

/** Checks the shape, because `instanceof` fails for errors of another realm, such as those of Node in jest. */
const isError = (value: unknown): value is Error =>
  typeof value === 'object' && value !== null && 'message' in value && 'name' in value

/**
 * Returns true if an error, or one of its causes, is an outage: a dependency cannot be reached, is too slow, is
 * shutting down or has no space. `isEngineOutage` adds the errors of an engine's driver.
 */
export function isOutage(error: unknown, isEngineOutage: (error: Error) => boolean = () => false): boolean {
  for (let current = error, depth = 0; isError(current) && depth < MAX_CAUSE_DEPTH; current = current.cause, depth++) {
    const code = 'code' in current ? current.code : undefined
    if (typeof code === 'string' && (NETWORK_ERROR_CODES.has(code) || VOLUME_ERROR_CODES.has(code))) return true
    if (current.name === 'TimeoutError' || isEngineOutage(current)) return true
  }
  return false
}
