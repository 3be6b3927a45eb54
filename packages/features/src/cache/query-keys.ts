import type { ApiResponse, InfiniteData } from '@meadow/web'

export type FeedScope = 'following' | 'discover' | 'all'

export type PostListData = InfiniteData<ApiResponse<'GET /posts'>, string | null>
export type CommentListData = InfiniteData<ApiResponse<'GET /posts/:id/comments'>, string | null>
export type ProfileResponse = ApiResponse<'GET /auth/profile/:idOrUsername'>

/** Where what front ends show alike lies in the query cache. */
export const queryKeys = {
  postLists: ['posts', 'list'] as const,
  postList: (scope: FeedScope) => ['posts', 'list', scope] as const,
  memberPosts: (username: string) => ['posts', 'list', 'by', username] as const,
  allPosts: ['posts', 'one'] as const,
  post: (id: string) => ['posts', 'one', id] as const,
  allComments: ['posts', 'comments'] as const,
  comments: (postId: string) => ['posts', 'comments', postId] as const,
  profiles: ['people', 'profile'] as const,
  profile: (idOrUsername: string) => ['people', 'profile', idOrUsername] as const,
  /** Lists of people, page by page: `{ people }`. */
  memberLists: ['people', 'list'] as const,
  suggestions: ['people', 'suggestions'] as const,
  followingByMemberId: ['people', 'relations'] as const,
  /** How many messages are unread, in all conversations. */
  unreadMessageCount: ['unread-messages'] as const,
  /** Posts of whom one follows that came while one reads: ids, newest first. */
  newPostIds: ['posts', 'new'] as const,
  /** What is on its way: a like of a post, a follow of a member. */
  likeMutation: (postId: string) => ['like', postId] as const,
  allFollowMutations: ['follow'] as const,
  followMutation: (memberId: string) => ['follow', memberId] as const,
}
