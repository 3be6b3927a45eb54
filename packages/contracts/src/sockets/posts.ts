import * as z from 'zod'
import { defineSocketMessage } from '../define-socket-message.ts'
import { POST_COMMENTS_SHOWN, POST_LIKES_SHOWN, POSTS_AT_ONCE } from '../limits.ts'
import { MemberView } from '../shapes/member.ts'
import { Count, Id, Timestamp } from '../text.ts'

const Watched = z.object({ postIds: z.array(Id).max(POSTS_AT_ONCE) })

export const watch = defineSocketMessage({
  to: 'server',
  name: 'watch',
  summary: 'Tells of these posts, too, at most 50 in all; who never watches hears of all posts',
  payload: Watched,
})

export const unwatch = defineSocketMessage({
  to: 'server',
  name: 'unwatch',
  summary: 'Tells no longer of these posts',
  payload: Watched,
})

export const postCreated = defineSocketMessage({
  to: 'client',
  name: 'postCreated',
  summary: 'Somebody whom the member follows has published a post',
  payload: z.object({ postId: Id, authorId: Id }),
})

/** For everybody who watches alike, so nothing in it is the viewer's own: `isFollowing` is left out. */
export const postUpdated = defineSocketMessage({
  to: 'client',
  name: 'postUpdated',
  summary: 'Likes or comments of a post moved: at most 100 liker ids and the newest three comments, with the counts',
  payload: z.object({
    _id: Id,
    likes: z.array(Id).max(POST_LIKES_SHOWN),
    comments: z
      .array(
        z.object({ _id: Id, user: MemberView.omit({ isFollowing: true }), text: z.string(), createdAt: Timestamp }),
      )
      .max(POST_COMMENTS_SHOWN),
    likesCount: Count,
    commentsCount: Count,
    rev: Count,
    actorId: Id,
  }),
})

export const postDeleted = defineSocketMessage({
  to: 'client',
  name: 'postDeleted',
  summary: 'A post is gone',
  payload: z.object({ postId: Id }),
})
