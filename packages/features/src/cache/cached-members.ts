import type { ConversationView, MemberView, MutedMemberView, PostView } from '@meadow/contracts/browser'
import type { InfiniteData, QueryClient } from '@meadow/web'
import { updateAllCachedPosts } from './cached-posts.ts'
import { type CommentListData, type PostListData, type ProfileResponse, queryKeys } from './query-keys.ts'

type MemberPages = InfiniteData<{ members: MemberView[] }>
type AlertPages = InfiniteData<{ notifications: { from: Pick<MemberView, '_id'> }[] }>

/** The conversations of the chat: single ones and lists. */
const CONVERSATIONS = ['chat', 'conversation'] as const
const CONVERSATION_LISTS = ['chat', 'conversations'] as const

type ConversationPages = InfiniteData<{ conversations: ConversationView[] }>

/** The lists of notifications of the shell. */
const ALERT_LISTS = ['alerts', 'list'] as const

/** Returns the post; what it shares by a member who is no longer shown is not available. */
const withoutQuoteOf = (isOther: (member: Pick<MemberView, '_id'>) => boolean, post: PostView): PostView =>
  post.quotedPost && !isOther(post.quotedPost.user) ? { ...post, quotedPost: null } : post

/**
 * Removes a member from the cached posts, comments, suggestions, notifications, and lists of members other than those of blocks.
 * Their cached profile becomes stale, so that its page asks whether it may still be seen.
 */
export function removeCachedMember(cache: QueryClient, memberId: string): void {
  const isOther = ({ _id }: Pick<MemberView, '_id'>) => _id !== memberId
  const byOther = ({ user }: { user: Pick<MemberView, '_id'> }) => isOther(user)
  cache.setQueriesData<PostListData>({ queryKey: queryKeys.postLists }, (list) =>
    mapPages(list, (page) => ({
      ...page,
      posts: page.posts
        .filter((post) => byOther(post) && (!post.sharedBy || byOther(post.sharedBy)))
        .map((post) => withoutQuoteOf(isOther, { ...post, comments: post.comments.filter(byOther) })),
    })),
  )
  cache.setQueriesData<CommentListData>({ queryKey: queryKeys.allComments }, (list) =>
    mapPages(list, (page) => ({ ...page, comments: page.comments.filter(byOther) })),
  )
  cache.setQueriesData<MemberPages>({ queryKey: queryKeys.memberLists, predicate: isNotBlockedList }, (list) =>
    mapPages(list, (page) => ({ ...page, members: page.members.filter(isOther) })),
  )
  cache.setQueriesData<{ suggestions: MemberView[] }>(
    { queryKey: queryKeys.suggestions },
    (known) => known && { ...known, suggestions: known.suggestions.filter(isOther) },
  )
  for (const [queryKey, profile] of cache.getQueriesData<ProfileResponse>({ queryKey: queryKeys.profiles }))
    if (profile?.user._id === memberId) cache.setQueryData(queryKey, profile, { updatedAt: 0 })
  cache.setQueriesData<AlertPages>({ queryKey: ALERT_LISTS }, (list) =>
    mapPages(list, (page) => ({ ...page, notifications: page.notifications.filter(({ from }) => isOther(from)) })),
  )
}

/**
 * Adds a member to the top of the cached list of blocked members, or removes them from it. Closes or opens the conversation with
 * them, which stays.
 */
export function cacheIsBlocked(cache: QueryClient, member: MemberView, isBlocked: boolean): void {
  cache.setQueryData<MemberPages>(queryKeys.blockedMembers, (list) => {
    const others = mapPages(list, (page) => ({ members: page.members.filter(({ _id }) => _id !== member._id) }))
    const [first, ...rest] = others?.pages ?? []
    if (!list || !others || !first || !isBlocked) return others
    return { ...others, pages: [{ ...list.pages[0], members: [member, ...first.members] }, ...rest] }
  })
  cacheIsConversationBlocked(cache, member._id, isBlocked)
}

/** Closes or opens the cached conversation with a member. */
export function cacheIsConversationBlocked(cache: QueryClient, memberId: string, isBlocked: boolean): void {
  const change = (conversation: ConversationView): ConversationView =>
    conversation._id === memberId ? withIsBlocked(conversation, isBlocked) : conversation
  cache.setQueriesData<ConversationView>({ queryKey: CONVERSATIONS }, (known) => known && change(known))
  cache.setQueriesData<ConversationPages>({ queryKey: CONVERSATION_LISTS }, (list) =>
    mapPages(list, ({ conversations }) => ({ conversations: conversations.map(change) })),
  )
}

/**
 * Removes the posts of muted members from the cached feeds, their comments from the posts of others, and them from the suggestions.
 * Their profiles, and what these list, stay.
 */
export function removeMutedMembers(cache: QueryClient, ids: ReadonlySet<string>): void {
  if (ids.size === 0) return
  const isOther = ({ _id }: Pick<MemberView, '_id'>) => !ids.has(_id)
  const authorByPostId = new Map<string, string>()
  updateAllCachedPosts(cache, (post) => {
    authorByPostId.set(post._id, post.user._id)
    const comments = post.comments.filter(({ user }) => user._id === post.user._id || isOther(user))
    return comments.length === post.comments.length ? post : { ...post, comments }
  })
  cache.setQueriesData<PostListData>({ queryKey: queryKeys.postLists, predicate: isFeed }, (list) =>
    mapPages(list, (page) => ({
      ...page,
      posts: page.posts
        .filter(({ user, sharedBy }) => isOther(user) && (!sharedBy || isOther(sharedBy.user)))
        .map((post) => withoutQuoteOf(isOther, post)),
    })),
  )
  for (const [queryKey] of cache.getQueriesData<CommentListData>({ queryKey: queryKeys.allComments })) {
    const author = authorByPostId.get(String(queryKey[2]))
    cache.setQueryData<CommentListData>(queryKey, (list) =>
      mapPages(list, (page) => ({
        ...page,
        comments: page.comments.filter(({ user }) => user._id === author || isOther(user)),
      })),
    )
  }
  cache.setQueriesData<{ suggestions: MemberView[] }>(
    { queryKey: queryKeys.suggestions },
    (known) => known && { ...known, suggestions: known.suggestions.filter(isOther) },
  )
}

/** True for the key of a list of posts that is not that of one member's profile. */
const isFeed = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] !== queryKeys.memberPosts('')[2]

/** The members whom the viewer mutes, newest mute first. Some may have ended since they were fetched. */
export type MutedMembers = { muted: MutedMemberView[] }

/** Adds a mute to the cached ones, replaces it, or (undefined) removes it. */
export function cacheMute(cache: QueryClient, member: MemberView, mute: { until: string | null } | undefined): void {
  cache.setQueryData<MutedMembers>(queryKeys.mutedMembers, (known) => {
    const others = known?.muted.filter(({ _id }) => _id !== member._id)
    return others && { muted: mute ? [{ ...member, mutedUntil: mute.until }, ...others] : others }
  })
}

/** Refetches what may contain a member who is no longer blocked or muted. */
export function refetchWithMember(cache: QueryClient): void {
  for (const queryKey of [queryKeys.postLists, queryKeys.profiles, queryKeys.suggestions])
    void cache.invalidateQueries({ queryKey })
}

/** A member across a block appears offline. Only a conversation with messages opens again. */
const withIsBlocked = (conversation: ConversationView, isBlocked: boolean): ConversationView => ({
  ...conversation,
  isBlocked,
  canSend: !isBlocked && conversation.lastMessage !== null,
  user: isBlocked ? { ...conversation.user, isOnline: false, lastActive: null } : conversation.user,
})

const isNotBlockedList = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] !== queryKeys.blockedMembers[2]

const mapPages = <Page, Param>(list: InfiniteData<Page, Param> | undefined, change: (page: Page) => Page) =>
  list && { ...list, pages: list.pages.map((page) => ({ ...page, ...change(page) })) }
