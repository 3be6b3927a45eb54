import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { PAGE_SIZE } from '../limits.ts'
import { MemberView } from '../shapes/member.ts'
import { Count, Id, Timestamp } from '../text.ts'

/** A post as the columns beside a page name it. `excerpt` is empty if the post has pictures alone. */
const PostSummary = z.object({ _id: Id, user: MemberView, excerpt: z.string() })

export const listLivePosts = defineCall({
  method: 'get',
  path: '/posts/live',
  access: 'member',
  summary: 'Lists the posts that got most comments in the last hour, by at least two members besides their author',
  response: z.object({
    posts: z.array(z.object({ post: PostSummary, commentsCount: Count })).max(PAGE_SIZE.panel),
  }),
})

export const getInsights = defineCall({
  method: 'get',
  path: '/posts/insights',
  access: 'member',
  summary:
    'Computes figures from the newest 200 posts of the member. `waitingComments`: comments by others in the last 7 days after which the member wrote none at the same post, at most 100. `bestHour`: the hour of the day (UTC) whose posts got most likes and comments on average, or null with too few posts. `likes`: of the posts of the last 7 days, and of the 7 days before',
  response: z.object({
    waitingComments: Count,
    bestHour: z.int().min(0).max(23).nullable(),
    postsCount: Count,
    likes: z.object({ thisWeek: Count, lastWeek: Count }),
  }),
})

export const listOwnActivity = defineCall({
  method: 'get',
  path: '/posts/activity',
  access: 'member',
  summary: 'Lists the newest posts, comments and likes of the member, with the posts to which they belong',
  response: z.object({
    actions: z
      .array(z.object({ kind: z.enum(['post', 'comment', 'like']), createdAt: Timestamp, post: PostSummary }))
      .max(PAGE_SIZE.panel),
  }),
})
