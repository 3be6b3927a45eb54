import { events } from '@meadow/contracts'
import type { Handler } from '@meadow/events'
import type { Members } from '@meadow/members'
import type { Logger } from '@meadow/service'
import type { Tell } from '../hints/hint.ts'
import { type OnNews, onNews } from '../hints/on-news.ts'
import { type PostMoved, toPostUpdated } from './post-updated.ts'
import { createPostUpdates } from './post-updates.ts'

type Parts = OnNews & { tell: Tell; members: Members; log: Logger }

/** Posts as sockets hear of them. */
export function postHandlers({ tell, members, log, now }: Parts): Handler<unknown>[] {
  const updates = createPostUpdates<PostMoved>(async ({ postId, state }) => {
    try {
      const payload = await toPostUpdated(state, members)
      tell({ to: { watching: postId, author: state.data.authorId }, name: 'postUpdated', payload })
    } catch (error) {
      log.warn({ err: error, postId }, 'a post that moved could not be told')
    }
  })
  const onMoved = (event: PostMoved) => updates.moved({ postId: event.subject, rev: event.data.rev, state: event })

  return [
    onNews({ now }, events.postCreated, ({ subject: postId, data }) => {
      const authorId = data.author._id
      tell({ to: { following: authorId }, name: 'postCreated', payload: { postId, authorId } })
    }),
    onNews({ now }, events.postDeleted, ({ subject: postId, data }) => {
      updates.forget(postId)
      tell({ to: { watching: postId, author: data.authorId }, name: 'postDeleted', payload: { postId } })
    }),
    onNews({ now }, events.postLiked, onMoved),
    onNews({ now }, events.postUnliked, onMoved),
    onNews({ now }, events.postCommented, onMoved),
  ]
}
