import { type EventOf, events, type ReceivedEvent } from '@meadow/contracts'
import { type EventHandler, onEvent } from '@meadow/events'
import { hasPrivacyChoice } from './contact-privacy.ts'
import type { EdgeChange, MemberReadModel } from './member-read-model.ts'
import { MEMBER_DATA_OWNERS } from './member-snapshot.ts'

type PrivacyEvent = ReceivedEvent<typeof events.memberPrivacyUpdated | typeof events.memberPrivacySnapshot>
type MemberHandlerDeps = { members: MemberReadModel }
type EdgeEvent = EventOf<
  | typeof events.memberFollowed
  | typeof events.memberUnfollowed
  | typeof events.memberBlocked
  | typeof events.memberUnblocked
  | typeof events.memberMuted
  | typeof events.memberUnmuted
  | typeof events.memberPrivacyExceptionUpdated
>

/** The time for which a former username leads to the member; auth gives it to nobody else in that time. */
const FORMER_USERNAME_MS = 90 * 86_400_000

const toDate = (time: string | null | undefined): Date | null => (time ? new Date(time) : null)

/** Upserts both members of an edge event and returns the change for the read model. */
async function toEdgeChange({ data, time }: EdgeEvent, active: boolean, members: MemberReadModel): Promise<EdgeChange> {
  const { from, to, version } = data
  await members.upsertActors([from, to])
  return { from: from._id, to: to._id, version, active, at: new Date(time) }
}

/** The member comes first, so that a row without a name is only made if the name is unknown. */
async function applyPrivacy({ subject, data }: PrivacyEvent, { members }: MemberHandlerDeps): Promise<void> {
  await members.upsertActor(data.actor)
  const { isPrivate, contact: contactPrivacy = {}, privacyVersion } = data
  await members.applyPrivacy({ _id: subject, isPrivate, contactPrivacy, privacyVersion })
}

/** Apply the events and snapshots of auth and social to the read model of members. */
export const memberEventHandlers: EventHandler<MemberHandlerDeps>[] = [
  onEvent(events.memberRegistered, ({ subject, data }, { members }: MemberHandlerDeps) => {
    const { registeredAt, ...account } = data
    const createdAt = new Date(registeredAt)
    return members.applyAccount({ ...account, _id: subject, state: 'active', createdAt })
  }),
  onEvent(events.memberEmailVerified, ({ subject }, { members }: MemberHandlerDeps) =>
    members.applyVerifiedEmail(subject),
  ),
  onEvent(events.memberDeactivated, ({ subject, data }, { members }: MemberHandlerDeps) =>
    members.applyAccount({ _id: subject, state: 'deactivated', accountVersion: data.accountVersion }),
  ),
  onEvent(events.memberReactivated, ({ subject, data }, { members }: MemberHandlerDeps) =>
    members.applyAccount({ _id: subject, state: 'active', accountVersion: data.accountVersion }),
  ),
  onEvent(events.memberErased, ({ subject, data }, { members }: MemberHandlerDeps) =>
    members.applyAccount({ _id: subject, state: 'erased', accountVersion: data.accountVersion }),
  ),
  onEvent(events.memberUpdated, ({ subject, data }, { members }: MemberHandlerDeps) =>
    members.applyProfile({ _id: subject, ...data }),
  ),
  onEvent(events.memberRenamed, ({ subject, time, data }, { members }: MemberHandlerDeps) =>
    members.keepFormerUsername({
      username: data.from,
      memberId: subject,
      keptUntil: new Date(Date.parse(time) + FORMER_USERNAME_MS),
    }),
  ),
  onEvent(events.memberPrivacyUpdated, applyPrivacy),
  onEvent(events.memberPrivacySnapshot, applyPrivacy),
  onEvent(events.memberFollowed, async (event, { members }: MemberHandlerDeps) => {
    await members.setFollow(await toEdgeChange(event, true, members))
  }),
  onEvent(events.memberUnfollowed, async (event, { members }: MemberHandlerDeps) => {
    await members.setFollow(await toEdgeChange(event, false, members))
  }),
  onEvent(events.memberBlocked, async (event, { members }: MemberHandlerDeps) => {
    await members.setBlock(await toEdgeChange(event, true, members))
  }),
  onEvent(events.memberUnblocked, async (event, { members }: MemberHandlerDeps) => {
    await members.setBlock(await toEdgeChange(event, false, members))
  }),
  onEvent(events.memberMuted, async (event, { members }: MemberHandlerDeps) => {
    await members.setMute({ ...(await toEdgeChange(event, true, members)), until: toDate(event.data.until) })
  }),
  onEvent(events.memberUnmuted, async (event, { members }: MemberHandlerDeps) => {
    await members.setMute({ ...(await toEdgeChange(event, false, members)), until: new Date(event.time) })
  }),
  onEvent(events.memberMutedWordsUpdated, ({ subject, data }, { members }: MemberHandlerDeps) =>
    members.applyMutedWords({ memberId: subject, ...data }),
  ),
  onEvent(events.memberPrivacyExceptionUpdated, async (event, { members }: MemberHandlerDeps) => {
    const { exception } = event.data
    await members.setPrivacyException({
      ...(await toEdgeChange(event, hasPrivacyChoice(exception), members)),
      exception,
    })
  }),
  onEvent(events.membersSnapshotRequested, ({ subject }, { members }: MemberHandlerDeps) =>
    members.beginSnapshotRound(subject),
  ),
  onEvent(events.memberAccountSnapshot, async ({ subject, data }, { members }: MemberHandlerDeps) => {
    await members.applyAccount({
      ...data,
      _id: subject,
      state: data.isDeactivated ? 'deactivated' : 'active',
      createdAt: new Date(data.registeredAt),
    })
    for (const { username, keptUntil } of data.formerUsernames ?? [])
      await members.keepFormerUsername({ username, memberId: subject, keptUntil: new Date(keptUntil) })
  }),
  onEvent(events.memberProfileSnapshot, ({ subject, data }, { members }: MemberHandlerDeps) =>
    members.applyProfile({ _id: subject, ...data }),
  ),
  onEvent(
    events.memberEdgeSnapshot,
    async ({ subject, data: { kind, at, until, exception, ...edge } }, { members }: MemberHandlerDeps) => {
      const edgeChange = { from: subject, ...edge, at: new Date(at) }
      if (kind === 'follow') await members.setFollow(edgeChange)
      if (kind === 'mute') await members.setMute({ ...edgeChange, until: toDate(until) })
      if (kind === 'privacy-exception' && exception) await members.setPrivacyException({ ...edgeChange, exception })
      if (kind === 'block') await members.setBlock(edgeChange) // a kind of a newer version changes nothing here
    },
  ),
  onEvent(events.membersSnapshotCompleted, async ({ subject, data }, { members }: MemberHandlerDeps) => {
    const owner = MEMBER_DATA_OWNERS.find((known) => known === data.owner)
    if (owner) await members.endSnapshotRound(subject, owner)
  }),
]
