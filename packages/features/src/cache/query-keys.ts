import type { ApiResponse, InfiniteData } from '@meadow/web'

/** Order of a comment list. */
export type CommentOrder = 'oldest' | 'newest'

export type FeedScope = 'following' | 'discover' | 'all'

export type PostListData = InfiniteData<ApiResponse<'GET /posts'>, string | null>
export type CommentListData = InfiniteData<ApiResponse<'GET /posts/:id/comments'>, string | null>
export type ProfileResponse = ApiResponse<'GET /auth/profile/:idOrUsername'>

/** Query keys of the data that several front ends share. */
export const queryKeys = {
  ownReports: ['reports', 'own'] as const,
  postLists: ['posts', 'list'] as const,
  postList: (scope: FeedScope) => ['posts', 'list', scope] as const,
  /** The ranked posts of Discover. */
  discoverPosts: ['posts', 'list', 'ranked'] as const,
  memberPosts: (username: string) => ['posts', 'list', 'by', username] as const,
  allPosts: ['posts', 'one'] as const,
  post: (id: string) => ['posts', 'one', id] as const,
  allComments: ['posts', 'comments'] as const,
  /** Both orders of the comments of a post. */
  comments: (postId: string) => ['posts', 'comments', postId] as const,
  commentList: (postId: string, order: CommentOrder) => ['posts', 'comments', postId, order] as const,
  /** The order that the member chose, for all posts. */
  commentOrder: ['posts', 'comment-order'] as const,
  profiles: ['people', 'profile'] as const,
  profile: (idOrUsername: string) => ['people', 'profile', idOrUsername] as const,
  /** Infinite queries of members; each page is `{ members }`. */
  memberLists: ['people', 'list'] as const,
  blockedMembers: ['people', 'list', 'blocked'] as const,
  followRequests: ['people', 'list', 'requests'] as const,
  suggestions: ['people', 'suggestions'] as const,
  /** All members whom the viewer mutes. */
  mutedMembers: ['people', 'muted'] as const,
  /** All members for whom the viewer makes a privacy exception. */
  privacyExceptions: ['people', 'privacy-exceptions'] as const,
  /** Usernames of the members whom the viewer has followed since the page was opened, in this order. */
  newlyFollowedUsernames: ['people', 'newly-followed'] as const,
  /** Current step of a new member's welcome. */
  welcomeStep: ['welcome', 'step'] as const,
  followingByMemberId: ['people', 'relations'] as const,
  requestedByMemberId: ['people', 'requested'] as const,
  /** Name and avatar of the viewer since they last saved their profile. */
  savedSelf: ['people', 'saved-self'] as const,
  /** Number of unread messages in all conversations. */
  unreadMessageCount: ['unread-messages'] as const,
  tagPosts: (tag: string) => ['posts', 'list', 'tag', tag] as const,
  tag: (tag: string) => ['tags', 'one', tag] as const,
  /** All tags that the viewer follows. */
  followedTags: ['tags', 'followed'] as const,
  trends: ['tags', 'trends'] as const,
  livePosts: ['panels', 'live'] as const,
  insights: ['panels', 'insights'] as const,
  ownActivity: ['panels', 'activity'] as const,
  /** Ids of new posts behind the "new posts" pill, newest first. */
  newPostIds: ['posts', 'new'] as const,
}

/** Returns true for the key of posts: lists and single ones. */
export const isPostQuery = ([subject, part]: readonly unknown[]): boolean =>
  subject === 'posts' && (part === 'list' || part === 'one')

/** Returns true for the key of a member's profile. */
export const isProfileQuery = ([subject, part]: readonly unknown[]): boolean =>
  subject === 'people' && part === 'profile'
