import { type EventOf, events } from '@meadow/contracts'
import { type EventHandler, onEvent } from '@meadow/events'
import type { NotificationTrigger } from './notification-trigger.ts'
import type { NotifyHandlerDeps } from './on-posts.ts'
import type { Mention } from './trigger-deduplicator.ts'

const NO_POST = { postId: null, commentId: null, excerpt: '' }

/** Comments of a private member are there for followers only, so a follow shows their notifications, and its end hides them. */
async function updateContentVisibility(
  { data: { from, to }, time }: EventOf<typeof events.memberFollowed | typeof events.memberUnfollowed>,
  { members, writer }: NotifyHandlerDeps,
): Promise<void> {
  const followed = (await members.find([to._id])).get(to._id)
  if (followed?.isPrivate) await writer.updateVisibility({ between: [from._id, to._id] }, new Date(time))
}

/** Returns a trigger for each member whom a changed bio names, except its member. */
const toBioTriggers = ({
  subject,
  time,
  data: { mentionedIds = [], bio },
}: EventOf<typeof events.memberUpdated>): (NotificationTrigger & Mention)[] =>
  mentionedIds
    .filter((memberId) => memberId !== subject)
    .map((memberId) => ({
      ...NO_POST,
      type: 'mention',
      to: memberId,
      from: subject,
      at: new Date(time),
      bio,
      targetId: subject,
      memberId,
    }))

/**
 * Notify members of follows, requests and their acceptance, and of mentions in bios, update which actors they can see, and end the pushes of ended sessions. These handlers run after those of the members read
 * model, so that the read model contains the event already.
 */
export const memberTriggerHandlers: EventHandler<NotifyHandlerDeps>[] = [
  onEvent(events.memberUpdated, async (event, { deduplicator, writer }: NotifyHandlerDeps) => {
    await writer.notify(await deduplicator.takeNewMentions(toBioTriggers(event)))
  }),
  onEvent(events.memberFollowed, async (event, deps: NotifyHandlerDeps) => {
    const { deduplicator, writer } = deps
    if (!(await deduplicator.takeNewFollow(event))) return
    const { from, to, isAccepted } = event.data
    const at = new Date(event.time)
    await updateContentVisibility(event, deps)
    if (isAccepted) {
      await writer.removeFollowRequest({ from: from._id, to: to._id }, at)
      await writer.notify([{ ...NO_POST, type: 'follow', followKind: 'accepted', to: from._id, from: to._id, at }])
    } else if (await deduplicator.claimFollowNotification(event))
      await writer.notify([{ ...NO_POST, type: 'follow', to: to._id, from: from._id, at }])
  }),
  onEvent(events.memberUnfollowed, async (event, deps: NotifyHandlerDeps) => {
    if (await deps.deduplicator.takeNewFollow(event)) await updateContentVisibility(event, deps)
  }),
  onEvent(events.memberFollowRequested, async (event, { members, deduplicator, writer }: NotifyHandlerDeps) => {
    const { from, to } = event.data
    await members.upsertActors([from, to])
    if (!(await deduplicator.takeNewFollow(event)) || !(await deduplicator.claimFollowNotification(event))) return
    const at = new Date(event.time)
    await writer.notify([{ ...NO_POST, type: 'follow', followKind: 'requested', to: to._id, from: from._id, at }])
  }),
  onEvent(events.memberFollowDeclined, async (event, { deduplicator, writer }: NotifyHandlerDeps) => {
    const { from, to } = event.data
    if (await deduplicator.takeNewFollow(event))
      await writer.removeFollowRequest({ from: from._id, to: to._id }, new Date(event.time))
  }),

  ...[
    events.memberDeactivated,
    events.memberReactivated,
    events.memberAccountSnapshot,
    events.memberPrivacyUpdated,
    events.memberPrivacySnapshot,
  ].map((definition) =>
    onEvent(definition, ({ subject, time }, { writer }: NotifyHandlerDeps) =>
      writer.updateVisibility({ actor: subject }, new Date(time)),
    ),
  ),
  ...[events.memberBlocked, events.memberUnblocked].map((definition) =>
    onEvent(definition, ({ data: { from, to }, time }, { writer }: NotifyHandlerDeps) =>
      writer.updateVisibility({ between: [from._id, to._id] }, new Date(time)),
    ),
  ),
  onEvent(events.memberEdgeSnapshot, async ({ subject, data: { kind, to }, time }, { writer }: NotifyHandlerDeps) => {
    if (kind === 'block') await writer.updateVisibility({ between: [subject, to] }, new Date(time))
  }),
  onEvent(events.membersSnapshotCompleted, ({ time }, { writer }: NotifyHandlerDeps) =>
    writer.updateVisibility('everyone', new Date(time)),
  ),
  onEvent(events.sessionEnded, ({ data }, { pushes }: NotifyHandlerDeps) => pushes.removeForSession(data.sessionId)),
  onEvent(events.sessionsEnded, ({ data }, { pushes }: NotifyHandlerDeps) => pushes.removeForSessions(data)),
  onEvent(events.memberErased, async ({ subject, time }, deps: NotifyHandlerDeps) => {
    const { deduplicator, erasures, writer, pushes } = deps
    await deduplicator.forgetMentionsOfMember(subject)
    const counts = {
      pushSubscriptions: await pushes.removeForMember(subject),
      posts: await deduplicator.forgetPostsOfMember(subject),
      ...(await writer.removeForMember(subject, new Date(time))),
    }
    await erasures.begin({ memberId: subject, keepsMessages: false, counts })
  }),
]
