import type { ThrottleLimit } from '@meadow/service'

export type PublishingLimits = { posts: ThrottleLimit; comments: ThrottleLimit }

/** How many posts and comments a member may publish in an hour. */
export const createHourlyLimits = (most: { posts: number; comments: number }): PublishingLimits => ({
  posts: { name: 'posts', max: most.posts, windowSeconds: 3_600 },
  comments: { name: 'comments', max: most.comments, windowSeconds: 3_600 },
})
