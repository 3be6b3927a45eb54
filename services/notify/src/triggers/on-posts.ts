import { type Actor, type EventOf, events } from '@meadow/contracts'
import { type EventHandler, onEventBatch } from '@meadow/events'
import type { ExportTaskStore, MemberErasureStore, MemberReadModel } from '@meadow/members'
import type { PushWriter } from '../push/queue/push-writer.ts'
import type { MutedContentCopy } from './muted-content-copy.ts'
import type { NotificationTrigger } from './notification-trigger.ts'
import type { NotificationWriter } from './notification-writer.ts'
import type { Mention, TriggerDeduplicator } from './trigger-deduplicator.ts'

export type NotifyHandlerDeps = {
  members: MemberReadModel
  erasures: MemberErasureStore
  exportTasks: ExportTaskStore
  deduplicator: TriggerDeduplicator
  writer: NotificationWriter
  pushes: PushWriter
  mutedContent: MutedContentCopy
}

type ActorEvent = EventOf<
  | typeof events.postLiked
  | typeof events.postUnliked
  | typeof events.postCommented
  | typeof events.postShared
  | typeof events.postUnshared
>

/** Members are not notified of their own actions. */
const excludeOwnActions = <E extends ActorEvent>(batch: readonly E[]): E[] =>
  batch.filter(({ data }) => data.actor._id !== data.authorId)

const toTrigger = ({ subject, data, time }: ActorEvent) => ({
  to: data.authorId,
  from: data.actor._id,
  at: new Date(time),
  postId: subject,
  commentId: null,
  excerpt: '',
})

/** Returns the triggers of a comment: to the member whom it answers, and to the author of the post unless that is the same member. */
function toCommentTriggers(event: EventOf<typeof events.postCommented>): NotificationTrigger[] {
  const { actor, authorId, commentId, excerpt, parentId, repliedToId } = event.data
  const trigger: NotificationTrigger = { ...toTrigger(event), type: 'comment', commentId, excerpt, threadId: parentId }
  const reply = parentId && repliedToId ? [{ ...trigger, to: repliedToId, targetCommentId: parentId }] : []
  return [...reply, ...(authorId === repliedToId ? [] : [trigger])].filter(({ to }) => to !== actor._id)
}

type CommentLikeEvent = EventOf<typeof events.commentLiked | typeof events.commentUnliked>

/** Members are not notified of their own likes. */
const excludeOwnCommentLikes = <E extends CommentLikeEvent>(batch: readonly E[]): E[] =>
  batch.filter(({ data }) => data.actor._id !== data.commentAuthorId)

const upsertActors = (batch: readonly (ActorEvent | CommentLikeEvent)[], { members }: NotifyHandlerDeps) =>
  members.upsertActors(batch.map(({ data }) => data.actor))

type MentioningEvent = EventOf<
  typeof events.postCreated | typeof events.postEdited | typeof events.postCommented | typeof events.commentEdited
>

const toTextAuthor = (data: { author: Actor } | { actor: Actor }): Actor =>
  'author' in data ? data.author : data.actor

/** Returns a trigger for each member whom the text of an event names, except its author. The texts of posts are joined when they are read. */
function toMentionTriggers(event: MentioningEvent): (NotificationTrigger & Mention)[] {
  const { subject: postId, time, data } = event
  const [commentId, excerpt] = 'commentId' in data ? [data.commentId, data.excerpt] : [null, '']
  const threadId = 'parentId' in data ? data.parentId : undefined
  const from = 'commentAuthorId' in data ? data.commentAuthorId : toTextAuthor(data)._id
  return (data.mentionedIds ?? [])
    .filter((memberId) => memberId !== from)
    .map((memberId) => ({
      type: 'mention',
      to: memberId,
      from,
      at: new Date(time),
      postId,
      commentId,
      excerpt,
      threadId,
      targetId: commentId ?? postId,
      memberId,
    }))
}

/** Notifies the members whom texts name for the first time, except those whom `notified` already tells of the same comment. */
async function notifyMentioned(
  batch: readonly MentioningEvent[],
  notified: readonly NotificationTrigger[],
  { deduplicator, members, writer }: NotifyHandlerDeps,
): Promise<void> {
  const mentions = await deduplicator.takeNewMentions(batch.flatMap(toMentionTriggers))
  if (mentions.length === 0) return
  await members.upsertActors(batch.flatMap(({ data }) => ('commentAuthorId' in data ? [] : toTextAuthor(data))))
  const told = new Set(notified.map(({ to, commentId }) => `${to} ${commentId}`))
  await writer.notify(mentions.filter(({ to, commentId }) => !told.has(`${to} ${commentId}`)))
}

const toCommentKey = ({ subject, data }: { subject: string; data: { commentId: string } }) => ({
  postId: subject,
  commentId: data.commentId,
})

/** Returns a trigger for each member who commented on an edited post, except those whom its text mentions. */
const toEditTriggers = ({ subject: postId, time, data }: EventOf<typeof events.postEdited>): NotificationTrigger[] =>
  data.participantIds
    .filter((memberId) => memberId !== data.actor._id && !data.mentionedIds?.includes(memberId))
    .map((memberId) => ({
      type: 'other',
      to: memberId,
      from: data.actor._id,
      at: new Date(time),
      postId,
      commentId: null,
      excerpt: '',
      notice: { kind: 'post_edited', rule: '', reportId: null },
    }))

/** Notify authors of likes, shares, comments and replies, members of mentions, and those who commented of edits. The number of statements per batch is constant. */
export const postTriggerHandlers: EventHandler<NotifyHandlerDeps>[] = [
  onEventBatch(events.postCreated, async (batch, deps: NotifyHandlerDeps) => {
    await deps.deduplicator.addPosts(batch)
    await notifyMentioned(batch, [], deps)
  }),

  onEventBatch(events.postEdited, async (batch, deps: NotifyHandlerDeps) => {
    const newEdits = await deps.deduplicator.takeNewEdits(batch)
    if (newEdits.length === 0) return
    await deps.members.upsertActors(newEdits.map(({ data }) => data.actor))
    await deps.writer.notify(newEdits.flatMap(toEditTriggers))
    await notifyMentioned(newEdits, [], deps)
  }),

  onEventBatch(events.postHidden, (batch, { deduplicator }: NotifyHandlerDeps) =>
    deduplicator.hidePosts(
      batch.map(({ subject }) => subject),
      true,
    ),
  ),
  onEventBatch(events.postShown, (batch, { deduplicator }: NotifyHandlerDeps) =>
    deduplicator.hidePosts(
      batch.map(({ subject }) => subject),
      false,
    ),
  ),

  onEventBatch(events.postDeleted, async (batch, { deduplicator, writer }: NotifyHandlerDeps) => {
    const posts = batch.map(({ subject, data }) => ({ postId: subject, authorId: data.authorId }))
    await deduplicator.forgetPosts(posts)
    const ids = posts.map(({ postId }) => postId)
    await writer.removeForPosts(ids, new Date(batch.at(-1)?.time ?? 0))
  }),

  onEventBatch(events.postLiked, async (batch, deps: NotifyHandlerDeps) => {
    const newLikes = await deps.deduplicator.takeNewLikes(excludeOwnActions(batch))
    await upsertActors(newLikes, deps)
    await deps.writer.notify(newLikes.map((event) => ({ ...toTrigger(event), type: 'like' })))
  }),

  onEventBatch(events.postUnliked, async (batch, { deduplicator, writer }: NotifyHandlerDeps) => {
    const withdrawn = await deduplicator.takeNewLikes(excludeOwnActions(batch))
    await writer.withdraw('like', withdrawn.map(toTrigger))
  }),

  onEventBatch(events.postShared, async (batch, deps: NotifyHandlerDeps) => {
    const newShares = await deps.deduplicator.takeNewShares(excludeOwnActions(batch))
    await upsertActors(newShares, deps)
    const told = newShares.filter(({ data }) => !data.mentionedIds?.includes(data.authorId)) // others are told of the mention
    await deps.writer.notify(told.map((event) => ({ ...toTrigger(event), type: 'share', excerpt: event.data.excerpt })))
  }),

  onEventBatch(events.postUnshared, async (batch, { deduplicator, writer }: NotifyHandlerDeps) => {
    const withdrawn = await deduplicator.takeNewShares(excludeOwnActions(batch))
    await writer.withdraw('share', withdrawn.map(toTrigger))
  }),

  onEventBatch(events.commentLiked, async (batch, deps: NotifyHandlerDeps) => {
    const newLikes = await deps.deduplicator.takeNewLikes(excludeOwnCommentLikes(batch))
    await upsertActors(newLikes, deps)
    await deps.writer.notify(
      newLikes.map(({ subject, data, time }) => ({
        type: 'like',
        to: data.commentAuthorId,
        from: data.actor._id,
        at: new Date(time),
        postId: subject,
        commentId: null,
        excerpt: '',
        targetCommentId: data.commentId,
      })),
    )
  }),

  onEventBatch(events.commentUnliked, async (batch, { deduplicator, writer }: NotifyHandlerDeps) => {
    const withdrawn = await deduplicator.takeNewLikes(excludeOwnCommentLikes(batch))
    await writer.withdraw(
      'like',
      withdrawn.map(({ subject, data, time }) => ({
        postId: subject,
        targetCommentId: data.commentId,
        from: data.actor._id,
        to: data.commentAuthorId,
        at: new Date(time),
      })),
    )
  }),

  onEventBatch(events.postCommentHidden, async (batch, { writer }: NotifyHandlerDeps) =>
    writer.clearExcerpts(batch.map(toCommentKey)),
  ),
  onEventBatch(events.commentDeleted, async (batch, { writer }: NotifyHandlerDeps) => {
    const comments = batch.map(toCommentKey)
    await writer.clearExcerpts(comments)
    await writer.removeForComments(comments, new Date(batch.at(-1)?.time ?? 0))
  }),
  onEventBatch(events.commentEdited, async (batch, deps: NotifyHandlerDeps) => {
    const lastEdits = new Map(batch.map(({ subject, data }) => [data.commentId, { postId: subject, ...data }]))
    await deps.writer.setExcerpts([...lastEdits.values()])
    await notifyMentioned(batch, [], deps)
  }),

  onEventBatch(events.postCommented, async (batch, deps: NotifyHandlerDeps) => {
    const newComments = await deps.deduplicator.takeNewComments(
      batch.filter((event) => toCommentTriggers(event).length > 0),
    )
    await upsertActors(newComments, deps)
    const notified = await deps.writer.notify(newComments.flatMap(toCommentTriggers))
    await notifyMentioned(batch, notified, deps)
  }),
]
