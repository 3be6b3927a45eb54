import type { ThrottleLimit } from '@meadow/service'

export type PublishingLimits = { posts: ThrottleLimit; comments: ThrottleLimit }

/** Creates the limits of posts and comments per member and hour. */
export const createHourlyLimits = (maxPerHour: { posts: number; comments: number }): PublishingLimits => ({
  posts: { name: 'posts', max: maxPerHour.posts, windowSeconds: 3_600 },
  comments: { name: 'comments', max: maxPerHour.comments, windowSeconds: 3_600 },
})
