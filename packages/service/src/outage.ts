import { isMongoOutage } from './mongo-outage.ts'

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
  // what Node tells a client of an engine that writes to a connection which has just ended
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
])

/**
 * PostgreSQL's states of trouble that are not the statement's fault: connection (08), sign-in (28), database (3D000),
 * resources (53), administrator or time-out (57), locks and serialization that gave up (40, 55P03).
 */
const POSTGRES_OUTAGE_STATES = /^(?:08|28|40|53|57)[0-9A-Z]{3}$|^3D000$|^55P03$/

/** What pg and its pool say without a code. */
const POSTGRES_OUTAGE_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/

/** By its shape, because `instanceof` knows only errors of the same realm, and Node's own are not where jest runs. */
const isError = (value: unknown): value is Error =>
  typeof value === 'object' && value !== null && 'message' in value && 'name' in value

/** Whether the surroundings are at fault (an engine away, slow or shutting down), not the caller and not our code. */
export function isOutage(error: unknown): boolean {
  for (let at = error, depth = 0; isError(at) && depth < 5; at = at.cause, depth++) {
    const code = 'code' in at ? at.code : undefined
    if (typeof code === 'string' && (NETWORK_ERROR_CODES.has(code) || POSTGRES_OUTAGE_STATES.test(code))) return true
    if ('severity' in at && at.severity === 'FATAL') return true // PostgreSQL lets nobody in, or ended the connection
    if (at.name === 'TimeoutError' || POSTGRES_OUTAGE_MESSAGES.test(at.message) || isMongoOutage(at)) return true
  }
  return false
}
