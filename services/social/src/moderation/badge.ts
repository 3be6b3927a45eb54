import { type EventOf, events } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import type { Member } from '@meadow/members'
import { DomainError } from '@meadow/service'
import type { AuditEntry } from './decision.ts'

/** The member whose badge changes, undefined if there is none, and the cover of their profile. */
export type BadgeContext = { member: Member | undefined; cover: string }

/** The event that tells all services, and the entry of the audit log. */
export type BadgePlan = { event: EventOf<typeof events.memberUpdated>; entry: AuditEntry }

/**
 * Gives a member the verified badge, or takes it back. Returns undefined if nothing changes.
 * @throws member_not_found if there is no active member
 */
export function planBadge(
  { member, cover }: BadgeContext,
  { isVerified, by, at }: { isVerified: boolean; by: string; at: Date },
  newId: () => string,
): BadgePlan | undefined {
  if (member?.state !== 'active') throw new DomainError('member_not_found')
  if (member.isVerified === isVerified) return undefined
  const { _id, username, fullName, avatar, profileVersion } = member
  return {
    event: createEvent(events.memberUpdated, {
      source: 'social',
      subject: _id,
      id: newId(),
      time: at,
      data: { username, fullName, avatar, isVerified, profileVersion: profileVersion + 1, cover },
    }),
    entry: {
      _id: newId(),
      at,
      actorId: by,
      action: isVerified ? 'badge.give' : 'badge.take',
      reportId: null,
      memberId: _id,
      details: { rule: '', note: '' },
    },
  }
}

/** Stores verified badges. */
export type BadgeRepository = {
  /** Returns the active members with the badge, by username, at most 500. */
  list(): Promise<Member[]>
  /**
   * Locks the member with this username, calls `decide`, and stores its plan with the event and the audit entry in one transaction.
   * Returns the member. @throws the errors of `decide`
   */
  set(username: string, decide: (context: BadgeContext) => BadgePlan | undefined): Promise<Member>
}
