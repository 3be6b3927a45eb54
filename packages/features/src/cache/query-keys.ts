import type { AnswerOf, InfiniteData } from '@meadow/web'

export type FeedScope = 'following' | 'discover' | 'all'

export type PostList = InfiniteData<AnswerOf<'GET /posts'>, string | null>
export type CommentList = InfiniteData<AnswerOf<'GET /posts/:id/comments'>, string | null>
export type Profile = AnswerOf<'GET /auth/profile/:idOrUsername'>

/** Where what front ends show alike lies in the query cache. */
export const queryKeys = {
  lists: ['posts', 'list'] as const,
  list: (scope: FeedScope) => ['posts', 'list', scope] as const,
  memberPosts: (username: string) => ['posts', 'list', 'by', username] as const,
  everyPost: ['posts', 'one'] as const,
  post: (id: string) => ['posts', 'one', id] as const,
  everyComment: ['posts', 'comments'] as const,
  comments: (postId: string) => ['posts', 'comments', postId] as const,
  profiles: ['people', 'profile'] as const,
  profile: (idOrUsername: string) => ['people', 'profile', idOrUsername] as const,
  /** Lists of people, page by page: `{ people }`. */
  peopleLists: ['people', 'list'] as const,
  suggestions: ['people', 'suggestions'] as const,
  relations: ['people', 'relations'] as const,
  /** How many messages are unread, in all conversations. */
  unreadMessages: ['unread-messages'] as const,
  /** Posts of whom one follows that came while one reads: ids, newest first. */
  newPosts: ['posts', 'new'] as const,
  /** What is on its way: a like of a post, a follow of a member. */
  liking: (postId: string) => ['like', postId] as const,
  everyFollowing: ['follow'] as const,
  following: (memberId: string) => ['follow', memberId] as const,
}
