import { isDeepStrictEqual } from 'node:util'
import { type EventOf, events, type PrivacyException } from '@meadow/contracts'
import { MAX_PRIVACY_EXCEPTIONS } from '@meadow/contracts/limits'
import { createEvent } from '@meadow/events'
import { hasPrivacyChoice, type Member, type PrivacyExceptionChange, toActor } from '@meadow/members'
import { DomainError } from '@meadow/service'

/** Two members and the exception that one makes for the other. */
export type PrivacyExceptionPair = {
  from: Member
  to: Member
  /** `version` is 0 if there never was an exception. */
  known: Pick<PrivacyExceptionChange, 'version' | 'exception'>
  /** The number of members other than `to` for whom `from` makes an exception. */
  otherExceptionCount: number
}

/** A changed exception and its event. */
export type PrivacyExceptionOutcome = {
  change: PrivacyExceptionChange
  event: EventOf<typeof events.memberPrivacyExceptionUpdated>
}

/** A member for whom the viewer makes an exception. */
type ExceptedMember = Pick<Member, '_id' | 'username' | 'fullName' | 'avatar' | 'isVerified'> & {
  exception: PrivacyException
}

/**
 * Plans the change to `exception`; one without any choice ends it. Returns undefined if nothing changes. `id` and `time` are those of
 * the event. @throws privacy_exception_limit_reached
 */
export function changePrivacyException(
  { from, to, known, otherExceptionCount }: PrivacyExceptionPair,
  exception: PrivacyException,
  { id, time }: { id: string; time: Date },
): PrivacyExceptionOutcome | undefined {
  if (isDeepStrictEqual(exception, known.exception)) return undefined
  const active = hasPrivacyChoice(exception)
  if (active && otherExceptionCount >= MAX_PRIVACY_EXCEPTIONS) throw new DomainError('privacy_exception_limit_reached')
  const version = known.version + 1
  const event = createEvent(events.memberPrivacyExceptionUpdated, {
    source: 'social',
    subject: from._id,
    id,
    time,
    data: { from: toActor(from), to: toActor(to), version, exception },
  })
  return { change: { from: from._id, to: to._id, version, active, at: time, exception }, event }
}

/** Stores the privacy exceptions of members. */
export type PrivacyExceptionRepository = {
  /**
   * Calls `decide`, and stores its change with the event in one transaction. `decide` must be pure, because it is called again
   * if a concurrent request changed the exception first. Returns the member `to`, whom the response shows. @throws forbidden if
   * `from` is not active, member_not_found if `to` is unknown or erased
   */
  change(
    from: string,
    to: string,
    decide: (pair: PrivacyExceptionPair) => PrivacyExceptionOutcome | undefined,
  ): Promise<Member>
  /** Returns all active members for whom `memberId` makes an exception, newest first. */
  list(memberId: string): Promise<ExceptedMember[]>
}
