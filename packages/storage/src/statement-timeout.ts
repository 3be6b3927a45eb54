import { getErrorCode } from './postgres/error-code.ts'

/** query_canceled: the server ended the statement at its time-out. */
const POSTGRES_TIMEOUT_CODE = '57014'
/** The message of `pg` if the server did not end the statement in time. */
const CLIENT_TIMEOUT_MESSAGE = 'Query read timeout'

/** MaxTimeMSExpired, TransactionTooLargeForCache and TransactionExceededLifetimeLimitSeconds. */
const MONGO_TIMEOUT_CODES = [50, 290, 338]

const MAX_CAUSE_DEPTH = 5

/**
 * Returns true if an error, or one of its causes, is a statement or a transaction that took too long. It may be an outage,
 * or the fault of the statement: the caller knows only after it has asked the store for something simple.
 */
export function isStatementTimeout(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < MAX_CAUSE_DEPTH && current; depth++) {
    const { name, message, code, cause } = Object(current) as Partial<Error> & { code?: unknown }
    if (getErrorCode(current) === POSTGRES_TIMEOUT_CODE || message === CLIENT_TIMEOUT_MESSAGE) return true
    if (name?.startsWith('Mongo') && MONGO_TIMEOUT_CODES.includes(Number(code))) return true
    current = cause
  }
  return false
}
