import { DomainError, isOutage } from '@meadow/service'

/** The code of an error of PostgreSQL (SQLSTATE) or of the network, if it has one. */
export function getErrorCode(error: unknown): string | undefined {
  const { code } = Object(error) as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

/** What only somebody who can wait calls an outage: 58 system, 25P03 idle for too long, 25006 a stand-by server. */
const TRANSIENT_STATES = /^(58...|25P03|25006)$/

/** What `pg` says without a code, when it gives up on a connection or is closed. */
const TRANSIENT_MESSAGES = /^(timeout expired|Client was closed|Cannot use a pool after calling end)/

/**
 * Whether the surroundings are at fault: the connection is lost, time ran out, the server starts or stops. Then the same
 * work may succeed later, and whoever can wait tries again.
 */
export function isTransientError(error: unknown): boolean {
  if (error instanceof DomainError) return error.kind === 'unavailable'
  const { message, cause } = Object(error) as Partial<Error>
  if (isOutage(error) || TRANSIENT_STATES.test(getErrorCode(error) ?? '') || TRANSIENT_MESSAGES.test(message ?? ''))
    return true
  return cause !== undefined && isTransientError(cause)
}
