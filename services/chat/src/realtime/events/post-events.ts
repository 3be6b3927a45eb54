import { type EventOf, events, type ServerToClientEvents } from '@meadow/contracts'
import type { EventHandler } from '@meadow/events'
import type { MemberReadModel } from '@meadow/members'
import type { Logger } from '@meadow/service'
import type { Push } from '../push/push-bus.ts'
import { createPostUpdateThrottle } from './post-update-throttle.ts'
import { onRecentEvent } from './recent-event.ts'

type PostEventDeps = { push: Push; members: MemberReadModel; log: Logger; now: () => Date }

/** An event after which the counts, likes or comments of a post are different. */
type PostChangedEvent = EventOf<typeof events.postLiked | typeof events.postUnliked | typeof events.postCommented>

/** Creates the handlers that push new, changed and deleted posts. */
export function createPostEventHandlers({ push, members, log, now }: PostEventDeps): EventHandler<unknown>[] {
  const throttle = createPostUpdateThrottle<PostChangedEvent>(async ({ postId, event }) => {
    try {
      const payload = await toPostUpdatedPayload(event, members)
      await push({ to: { watching: postId, author: event.data.authorId }, name: 'postUpdated', payload })
    } catch (error) {
      log.warn({ err: error, postId }, 'post update could not be pushed')
    }
  })
  const onPostChanged = (event: PostChangedEvent) =>
    throttle.update({ postId: event.subject, rev: event.data.rev, event })

  return [
    onRecentEvent(now, events.postCreated, ({ subject: postId, data }) => {
      const authorId = data.author._id
      push({ to: { following: authorId }, name: 'postCreated', payload: { postId, authorId } })
    }),
    onRecentEvent(now, events.postDeleted, ({ subject: postId, data }) => {
      throttle.cancel(postId)
      push({ to: { watching: postId, author: data.authorId }, name: 'postDeleted', payload: { postId } })
    }),
    onRecentEvent(now, events.postLiked, onPostChanged),
    onRecentEvent(now, events.postUnliked, onPostChanged),
    onRecentEvent(now, events.postCommented, onPostChanged),
  ]
}

/** Converts an event to a payload that every viewer may see. Leaves out comments by members who are not active. */
async function toPostUpdatedPayload(
  { subject, data: { view, rev, actor } }: PostChangedEvent,
  members: Pick<MemberReadModel, 'find'>,
): Promise<ServerToClientEvents['postUpdated']> {
  const authors = await members.find(view.comments.map(({ user }) => user._id))
  const comments = view.comments.flatMap(({ user, ...comment }) => {
    const author = authors.get(user._id) ?? { ...user, isVerified: false, state: 'active' }
    if (author.state !== 'active') return []
    const { _id, username, fullName, avatar, isVerified } = author
    return [{ ...comment, user: { _id, username, fullName, avatar, isVerified } }]
  })
  const { likes, likesCount, commentsCount } = view
  return { _id: subject, likes, comments, likesCount, commentsCount, rev, actorId: actor._id }
}
