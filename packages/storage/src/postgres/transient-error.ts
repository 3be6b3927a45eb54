import { DomainError } from '@meadow/service'
import { isStoreOutage } from '../store-outage.ts'
import { getErrorCode } from './error-code.ts'

/** States that pass by themselves: 58 system error, 25P03 idle for too long, 25006 read-only stand-by server. */
const TRANSIENT_STATES = /^(58...|25P03|25006)$/

/** Messages of `pg` for errors without a code, when it gives up on a connection or is closed. */
const TRANSIENT_MESSAGES = /^(timeout expired|Client was closed|Cannot use a pool after calling end)/

/**
 * Returns true if the same work may succeed later: the connection is lost, the time is over, or the server starts or
 * stops. Background work retries after such an error.
 */
export function isTransientError(error: unknown): boolean {
  if (error instanceof DomainError) return error.kind === 'unavailable'
  const { message, cause } = Object(error) as Partial<Error>
  if (
    isStoreOutage(error) ||
    TRANSIENT_STATES.test(getErrorCode(error) ?? '') ||
    TRANSIENT_MESSAGES.test(message ?? '')
  )
    return true
  return cause !== undefined && isTransientError(cause)
}
