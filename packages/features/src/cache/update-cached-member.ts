import type { MemberView, PostView, ProfileView } from '@meadow/contracts'
import type { InfiniteData, QueryClient } from '@meadow/web'
import { updateAllCachedPosts } from './cached-posts.ts'
import { type CommentList, type Profile, queryKeys } from './query-keys.ts'

type Look = Pick<MemberView, '_id' | 'fullName' | 'avatar'>

/** Shows a member as they are now wherever they are shown: profiles, posts, comments and lists of people. */
export function updateCachedMember(cache: QueryClient, member: ProfileView): void {
  const { _id, fullName, avatar } = member
  cache.setQueriesData<Profile>({ queryKey: queryKeys.profiles }, (profile) =>
    profile?.user._id === _id ? { ...profile, user: member } : profile,
  )
  const renew = <Who extends Look>(who: Who): Who => (who._id === _id ? { ...who, fullName, avatar } : who)
  const renewBy = <Said extends { user: Look }>(said: Said): Said => ({ ...said, user: renew(said.user) })

  updateAllCachedPosts(cache, (post): PostView => ({ ...renewBy(post), comments: post.comments.map(renewBy) }))
  cache.setQueriesData<CommentList>({ queryKey: queryKeys.everyComment }, (list) =>
    inPages(list, (page) => ({ ...page, comments: page.comments.map(renewBy) })),
  )
  cache.setQueriesData<InfiniteData<{ people: Look[] }>>({ queryKey: queryKeys.peopleLists }, (list) =>
    inPages(list, (page) => ({ ...page, people: page.people.map(renew) })),
  )
}

const inPages = <Page, Param>(list: InfiniteData<Page, Param> | undefined, change: (page: Page) => Page) =>
  list && { ...list, pages: list.pages.map(change) }
