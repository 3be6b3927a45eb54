import type { Limit } from '@meadow/service'

export type Limits = { posts: Limit; comments: Limit }

/** How many posts and comments a member may publish in an hour. */
export const hourly = (most: { posts: number; comments: number }): Limits => ({
  posts: { name: 'posts', most: most.posts, seconds: 3_600 },
  comments: { name: 'comments', most: most.comments, seconds: 3_600 },
})
