import type { OutboxRefusal } from '@meadow/web'

/**
 * Says what helps after a refusal. `again`: the same message may be accepted later. `changed`: only another content. `never`: nothing, the
 * other member cannot be written to.
 */
export type FailureKind = 'again' | 'changed' | 'never'

/** Refusals by these statuses last. */
const CONTENT_STATUSES = [400, 413, 415]
const RECIPIENT_STATUSES = [403, 404]
/** Refusals that end by themselves, or by what the member does elsewhere. */
const PASSING_CODES = ['upload_failed', 'new_account_limit', 'email_unverified']

/** Returns what helps after a refusal of a message. */
export function getFailureKind({ status, code }: Pick<OutboxRefusal, 'status' | 'code'>): FailureKind {
  if (PASSING_CODES.includes(code)) return 'again'
  if (CONTENT_STATUSES.includes(status)) return 'changed'
  return RECIPIENT_STATUSES.includes(status) ? 'never' : 'again'
}
