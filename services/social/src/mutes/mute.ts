import { type EventOf, events } from '@meadow/contracts'
import { MAX_MUTES } from '@meadow/contracts/limits'
import { createEvent } from '@meadow/events'
import { type Member, type MuteChange, toActor } from '@meadow/members'
import { DomainError, type KeysetKey, type KeysetWindow } from '@meadow/service'

/** Two members and the mute from one to the other. */
export type MutePair = {
  from: Member
  to: Member
  /** `version` is 0 if there never was a mute. */
  mute: Pick<MuteChange, 'version' | 'active' | 'until'>
  /** The number of other members whom `from` mutes now. */
  otherMuteCount: number
}

/** A member whom the viewer mutes, with the end of the mute, keyed by its time. */
type MutedMember = Pick<Member, 'username' | 'fullName' | 'avatar' | 'isVerified'> & KeysetKey & { until: Date | null }

/** A mute or unmute and its event. */
export type MuteOutcome = {
  mute: MuteChange
  event: EventOf<typeof events.memberMuted | typeof events.memberUnmuted>
}

/**
 * Decides a mute until a time (null: until an unmute), or an unmute (false). A mute that runs gets the new end. Returns undefined if
 * the state is already as wanted. `stamp` is the id and time of the event. @throws mute_limit_reached
 */
export function changeMute(
  { from, to, mute, otherMuteCount }: MutePair,
  wanted: { until: Date | null } | false,
  { id, time }: { id: string; time: Date },
): MuteOutcome | undefined {
  const version = mute.version + 1
  const data = { from: toActor(from), to: toActor(to), version }
  const stored = { from: from._id, to: to._id, version, at: time }
  const envelope = { source: 'social', subject: from._id, id, time }
  if (!wanted) {
    if (!mute.active) return undefined
    const event = createEvent(events.memberUnmuted, { ...envelope, data })
    return { mute: { ...stored, active: false, until: time }, event }
  }
  const { until } = wanted
  if (mute.active && mute.until?.getTime() === until?.getTime()) return undefined
  if (otherMuteCount >= MAX_MUTES) throw new DomainError('mute_limit_reached')
  const event = createEvent(events.memberMuted, { ...envelope, data: { ...data, until: until?.toISOString() ?? null } })
  return { mute: { ...stored, active: true, until }, event }
}

/** Stores the mutes of members. */
export type MuteRepository = {
  /**
   * Calls `decide`, and stores its change with the event in one transaction. `decide` must be pure, because it is called again
   * after another request has changed the mute. Returns the member `to`. @throws forbidden if `from` is not active,
   * member_not_found if `to` is unknown or erased
   */
  change(from: string, to: string, decide: (pair: MutePair) => MuteOutcome | undefined): Promise<Member>
  /**
   * Returns the active members whom `memberId` mutes now, newest mute first. Returns one more than the window's limit if there
   * are more.
   */
  list(memberId: string, window: KeysetWindow): Promise<MutedMember[]>
}
