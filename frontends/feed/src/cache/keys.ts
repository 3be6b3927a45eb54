import type { AnswerOf, InfiniteData } from '@meadow/web'

export type Scope = 'following' | 'discover' | 'all'

export type PostList = InfiniteData<AnswerOf<'GET /posts'>, string | null>
export type CommentList = InfiniteData<AnswerOf<'GET /posts/:id/comments'>, string | null>
export type Profile = AnswerOf<'GET /auth/profile/:idOrUsername'>

/** Where everything of this front end lies in the query cache. */
export const keys = {
  visits: ['posts', 'visits'] as const,
  scope: ['posts', 'scope'] as const,
  lists: ['posts', 'list'] as const,
  list: (scope: Scope) => ['posts', 'list', scope] as const,
  everyPost: ['posts', 'one'] as const,
  post: (id: string) => ['posts', 'one', id] as const,
  comments: (postId: string) => ['posts', 'comments', postId] as const,
  profile: (memberId: string) => ['people', 'profile', memberId] as const,
  suggestions: ['people', 'suggestions'] as const,
  relations: ['people', 'relations'] as const,
}
