import { type EventOf, events } from '@meadow/contracts'
import { createEvent, onEvent } from '@meadow/events'
import type { FormerUsername, Member } from '@meadow/members'
import type { BackgroundTask, Logger } from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'

/** The time for which a former username leads to the member; auth gives it to nobody else in that time. */
const KEPT_FOR_MS = 90 * 86_400_000

/** A change by auth. */
export type UsernameChange = { memberId: string; username: string; version: number }

type KnownUsername = { member: Member; cover: string; usernameVersion: number }

/**
 * Gives a member the username of a change. Returns the event that tells all services; undefined if the member is erased, or has this
 * username by this or a later change.
 */
export function renameMember(
  { member, cover, usernameVersion }: KnownUsername,
  { username, version }: Pick<UsernameChange, 'username' | 'version'>,
  stamp: { id: string; time: Date },
): EventOf<typeof events.memberUpdated> | undefined {
  if (member.state === 'erased' || version <= usernameVersion) return undefined
  const { _id, fullName, avatar, isVerified, profileVersion } = member
  return createEvent(events.memberUpdated, {
    source: 'social',
    subject: _id,
    ...stamp,
    data: { username, fullName, avatar, isVerified, profileVersion: profileVersion + 1, cover },
  })
}

/** Stores usernames in the transaction of the consumer, and former ones. */
export type UsernameProjection = {
  /** Stores the username of a change with the event of `renameMember`. A replay, and an older change, change nothing. */
  rename(change: UsernameChange): Promise<void>
  /** Stores that a former username leads to the member, unless the member is erased or has this username. */
  keepFormer(former: FormerUsername): Promise<void>
}

/** Applies changes of usernames. Other services follow by `member.updated`. */
export const usernameHandlers = [
  onEvent(events.memberRenamed, async ({ subject, time, data }, { usernames }: { usernames: UsernameProjection }) => {
    await usernames.rename({ memberId: subject, username: data.to, version: data.accountVersion })
    const keptUntil = new Date(Date.parse(time) + KEPT_FOR_MS)
    await usernames.keepFormer({ username: data.from, memberId: subject, keptUntil })
  }),
  onEvent(events.memberAccountSnapshot, async ({ subject, data }, { usernames }: { usernames: UsernameProjection }) => {
    const { username, usernameVersion: version, formerUsernames = [] } = data
    if (version) await usernames.rename({ memberId: subject, username, version })
    for (const { username: former, keptUntil } of formerUsernames)
      await usernames.keepFormer({ username: former, memberId: subject, keptUntil: new Date(keptUntil) })
  }),
]

/** Frees former usernames. */
export type FormerUsernameStore = {
  /** Deletes a batch of those whose time has ended. Returns true if there may be more. */
  deleteExpired(now: Date): Promise<boolean>
}

/** Creates the background task that frees former usernames after their time, every hour. */
export const createFormerUsernameCleanup = ({
  formerUsernames,
  log,
  now,
}: {
  formerUsernames: FormerUsernameStore
  log: Logger
  now: () => Date
}): BackgroundTask =>
  createHourlyCleanup({ name: 'former usernames', log, deleteBatch: () => formerUsernames.deleteExpired(now()) })
