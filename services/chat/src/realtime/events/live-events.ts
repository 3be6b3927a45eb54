import {
  type EventDefinition,
  type EventOf,
  events,
  type PostSocketView,
  type ReceivedEvent,
  type ServerToClientEvents,
} from '@meadow/contracts'
import { type EventHandler, onEventBatch } from '@meadow/events'
import type { MemberReadModel } from '@meadow/members'
import { type Logger, withTrace } from '@meadow/service'
import type { PresencePublisher, SignalChange } from '../presence/presence-publisher.ts'
import type { Push } from '../push/push-bus.ts'
import { createPostUpdateThrottle } from './post-update-throttle.ts'

type PostEventDeps = {
  push: Push
  members: MemberReadModel
  /** Is aborted when the service stops. */
  stopped: AbortSignal
  log: Logger
  now: () => Date
}

/** An event after which the counts, likes, comments, the text or the link preview of a post are different. */
type PostChangedEvent = EventOf<
  | typeof events.postLiked
  | typeof events.postUnliked
  | typeof events.postCommented
  | typeof events.postEdited
  | typeof events.postShared
  | typeof events.postUnshared
  | typeof events.postLinkPreviewed
  | typeof events.postVideoChanged
  | typeof events.postCommentHidden
  | typeof events.postCommentShown
  | typeof events.commentEdited
  | typeof events.commentDeleted
>

type CommentLikesEvent = EventOf<typeof events.commentLiked | typeof events.commentUnliked>
type CommentChangedEvent =
  | CommentLikesEvent
  | EventOf<typeof events.postCommentHidden | typeof events.commentEdited | typeof events.commentDeleted>
type CommentChange = Omit<ServerToClientEvents['commentUpdated'], 'postId' | 'commentId'>

/** Creates the handlers that push new, changed and deleted posts and comments. */
export function createPostEventHandlers({ push, members, stopped, log, now }: PostEventDeps): EventHandler<unknown>[] {
  const throttle = createPostUpdateThrottle<PostChangedEvent>(
    async ({ postId, event }) => {
      try {
        const payload = await toPostUpdatedPayload(event, members)
        await push({ to: { watching: postId, author: event.data.authorId }, name: 'postUpdated', payload })
      } catch (error) {
        log.warn({ err: error, postId }, 'post update could not be pushed')
      }
    },
    stopped,
    retainContent,
  )
  const onPostChanged = (event: PostChangedEvent) =>
    throttle.update({ postId: event.subject, rev: event.data.rev, event })

  /** Pushes the change of a comment that may not be among the newest ones of its post. */
  const pushCommentUpdate = (event: CommentChangedEvent, change: CommentChange) => {
    const { commentId, authorId } = event.data
    const payload = { postId: event.subject, commentId, ...change }
    const commenter = 'commentAuthorId' in event.data ? event.data.commentAuthorId : undefined
    return push({ to: { watching: event.subject, author: authorId, commenter }, name: 'commentUpdated', payload })
  }
  const likesThrottle = createPostUpdateThrottle<CommentLikesEvent>(async ({ event }) => {
    await pushCommentUpdate(event, { likesCount: event.data.likesCount })
  }, stopped)
  const onCommentLikesChanged = (event: CommentLikesEvent) =>
    likesThrottle.update({ postId: event.data.commentId, rev: event.data.rev, event })

  return [
    onRecentEvent(now, events.postCreated, ({ subject: postId, data }) => {
      const authorId = data.author._id
      push({ to: { following: authorId }, name: 'postCreated', payload: { postId, authorId } })
    }),
    ...[events.postDeleted, events.postHidden].map((definition) =>
      onRecentEvent(now, definition, ({ subject: postId, data }) => {
        throttle.cancel(postId)
        push({ to: { watching: postId, author: data.authorId }, name: 'postDeleted', payload: { postId } })
      }),
    ),
    onRecentEvent(now, events.postLiked, onPostChanged),
    onRecentEvent(now, events.postUnliked, onPostChanged),
    onRecentEvent(now, events.postCommented, onPostChanged),
    onRecentEvent(now, events.postEdited, onPostChanged),
    onRecentEvent(now, events.postShared, onPostChanged),
    onRecentEvent(now, events.postUnshared, onPostChanged),
    onRecentEvent(now, events.postLinkPreviewed, onPostChanged),
    onRecentEvent(now, events.postVideoChanged, onPostChanged),
    onRecentEvent(now, events.postCommentHidden, (event) => {
      onPostChanged(event)
      pushCommentUpdate(event, { isRemoved: true })
    }),
    onRecentEvent(now, events.commentDeleted, (event) => {
      onPostChanged(event)
      pushCommentUpdate(event, { isRemoved: true })
    }),
    onRecentEvent(now, events.commentEdited, (event) => {
      onPostChanged(event)
      const { text, facets, editedAt } = event.data
      pushCommentUpdate(event, { text, facets, editedAt })
    }),
    onRecentEvent(now, events.commentLiked, onCommentLikesChanged),
    onRecentEvent(now, events.commentUnliked, onCommentLikesChanged),
    onRecentEvent(now, events.postCommentShown, onPostChanged),
  ]
}

/** Keeps the text, the link preview and the video of an event that was not sent yet, unless the later event has one itself. */
export function retainContent<Event extends PostChangedEvent>(event: Event, { data: { view: earlier } }: Event): Event {
  const { view } = event.data
  const retained = { ...retainText(view, earlier), ...retainLinkPreview(view, earlier), ...retainVideo(view, earlier) }
  return Object.keys(retained).length === 0
    ? event
    : { ...event, data: { ...event.data, view: { ...view, ...retained } } }
}

function retainText(view: PostSocketView, { content, facets, editedAt }: PostSocketView): Partial<PostSocketView> {
  return view.editedAt !== undefined || editedAt === undefined ? {} : { content, facets, editedAt }
}

function retainLinkPreview(
  view: PostSocketView,
  { linkPreview, isLinkPreviewRemoved }: PostSocketView,
): Partial<PostSocketView> {
  return {
    ...(view.linkPreview === undefined && linkPreview !== undefined && { linkPreview }),
    ...(view.isLinkPreviewRemoved === undefined && isLinkPreviewRemoved !== undefined && { isLinkPreviewRemoved }),
  }
}

const retainVideo = (view: PostSocketView, { video }: PostSocketView): Partial<PostSocketView> =>
  view.video === undefined && video !== undefined ? { video } : {}

/** Converts an event to a payload that every viewer may see. Leaves out comments by members who are not active. */
async function toPostUpdatedPayload(
  { subject, data }: PostChangedEvent,
  members: Pick<MemberReadModel, 'find'>,
): Promise<ServerToClientEvents['postUpdated']> {
  const { view, rev } = data
  const actorId = toPushedActorId({ subject, data })
  const authors = await members.find(view.comments.map(({ user }) => user._id))
  const comments = view.comments.flatMap(({ user, ...comment }) => {
    const author = authors.get(user._id) ?? { ...user, isVerified: false, state: 'active' }
    if (author.state !== 'active') return []
    const { _id, username, fullName, avatar, isVerified } = author
    return [{ ...comment, user: { _id, username, fullName, avatar, isVerified } }]
  })
  const {
    likes,
    likesCount,
    commentsCount,
    sharesCount,
    content,
    facets,
    editedAt,
    linkPreview,
    isLinkPreviewRemoved,
    video,
  } = view
  const text = editedAt === undefined ? {} : { content, facets, editedAt }
  const preview = {
    ...(linkPreview !== undefined && { linkPreview }),
    ...(isLinkPreviewRemoved !== undefined && { isLinkPreviewRemoved }),
    ...(video !== undefined && { video }),
  }
  return { _id: subject, likes, comments, likesCount, commentsCount, sharesCount, ...text, ...preview, rev, actorId }
}

/** Returns the member who liked, unliked or commented. For other changes an id of no member: an actor without a new comment has unliked. */
function toPushedActorId({ subject, data }: Pick<PostChangedEvent, 'subject' | 'data'>): string {
  if ('participantIds' in data || 'shareId' in data) return subject
  if ('actor' in data) return data.actor._id
  return 'commentId' in data ? data.commentId : subject // moderators stay unnamed
}

type MemberEventDeps = {
  push: Push
  publishSignalChange: PresencePublisher['publishSignalChange']
  log: Logger
  now: () => Date
}

type FollowEvent = EventOf<typeof events.memberFollowed | typeof events.memberUnfollowed>

/**
 * Creates the handlers that push what a member did to all their devices, and to nobody else: a follow, block, mute or privacy exception,
 * its end, and the proof of an address. What a change of privacy shows or hides also goes to those who see the member's presence.
 */
export function createMemberEventHandlers({
  push,
  publishSignalChange,
  log,
  now,
}: MemberEventDeps): EventHandler<unknown>[] {
  const pushFollow = (isFollowing: boolean) => (event: FollowEvent) => {
    const { from, to, followerCount } = event.data
    const payload = { userId: to._id, isFollowing, followerCount }
    push({ to: { member: from._id }, name: 'followUpdated', payload })
  }
  const publishInBackground = (change: SignalChange) =>
    void publishSignalChange(change).catch((error) =>
      log.warn({ err: error }, 'presence after a change of privacy could not be pushed'),
    )

  return [
    onRecentEvent(now, events.memberFollowed, pushFollow(true)),
    onRecentEvent(now, events.memberUnfollowed, pushFollow(false)),
    ...[events.memberBlocked, events.memberUnblocked].map((definition) =>
      onRecentEvent(now, definition, ({ data: { from, to } }) => {
        const payload = { userId: to._id, isBlocked: definition === events.memberBlocked }
        push({ to: { member: from._id }, name: 'blockUpdated', payload })
      }),
    ),
    onRecentEvent(now, events.memberMuted, ({ data: { from, to, until } }) => {
      push({ to: { member: from._id }, name: 'muteUpdated', payload: { userId: to._id, isMuted: true, until } })
    }),
    onRecentEvent(now, events.memberUnmuted, ({ data: { from, to } }) => {
      push({ to: { member: from._id }, name: 'muteUpdated', payload: { userId: to._id, isMuted: false, until: null } })
    }),
    onRecentEvent(now, events.memberPrivacyUpdated, ({ subject, data }) =>
      publishInBackground({ memberId: subject, contactPrivacy: data.contact ?? {} }),
    ),
    onRecentEvent(now, events.memberPrivacyExceptionUpdated, ({ data: { from, to, exception } }) => {
      push({ to: { member: from._id }, name: 'privacyExceptionUpdated', payload: { userId: to._id, exception } })
      publishInBackground({ from: from._id, to: to._id, exception })
    }),
    onRecentEvent(now, events.memberEmailVerified, ({ subject: member, data: payload }) =>
      push({ to: { member }, name: 'emailVerified', payload }),
    ),
  ]
}

/** Creates the handlers that push notifications to their member, each with the unread counts after it. */
export function createNotificationEventHandlers({
  push,
  now,
}: {
  push: Push
  now: () => Date
}): EventHandler<unknown>[] {
  const pushUnreadCounts = (
    member: string,
    { unread: notifications, unseen }: { unread: number; unseen?: number | undefined },
  ) => push({ to: { member }, name: 'unread', payload: { notifications, ...(unseen !== undefined && { unseen }) } })

  return [
    onRecentEvent(now, events.notificationCreated, ({ subject: member, data }) => {
      push({ to: { member }, name: 'notification', payload: data.notification })
      pushUnreadCounts(member, data)
    }),
    onRecentEvent(now, events.notificationRead, ({ subject: member, data }) => {
      push({ to: { member }, name: 'notificationRead', payload: data.read })
      pushUnreadCounts(member, data)
    }),
    onRecentEvent(now, events.notificationSeen, ({ subject: member, data }) => pushUnreadCounts(member, data)),
    onRecentEvent(now, events.notificationRemoved, ({ subject: member, data }) => pushUnreadCounts(member, data)),
  ]
}

/** Events older than this are not pushed: after an outage, connected clients have loaded what they missed. */
const MAX_EVENT_AGE_MS = 60_000

/** Creates an event handler that calls `handle` for recent events, each in its trace, and skips older ones. */
const onRecentEvent = <D extends EventDefinition>(
  now: () => Date,
  definition: D,
  handle: (event: ReceivedEvent<D>) => void,
): EventHandler<unknown> =>
  onEventBatch(definition, async (events: readonly ReceivedEvent<D>[]) => {
    const oldest = now().getTime() - MAX_EVENT_AGE_MS
    for (const event of events)
      if (new Date(event.time).getTime() >= oldest) withTrace(event.traceparent, () => handle(event))
  })
