import type { MemberView, PostView, ProfileView } from '@meadow/contracts'
import type { InfiniteData, QueryClient } from '@meadow/web'
import { type CommentList, keys, type Profile } from './keys.ts'
import { changeEveryPost } from './posts.ts'

type Look = Pick<MemberView, '_id' | 'fullName' | 'avatar'>

/** Shows a member as they are now wherever they are shown: profiles, posts, comments and lists of people. */
export function changeMember(cache: QueryClient, member: ProfileView): void {
  const { _id, fullName, avatar } = member
  cache.setQueriesData<Profile>({ queryKey: keys.profiles }, (profile) =>
    profile?.user._id === _id ? { ...profile, user: member } : profile,
  )
  const renew = <Who extends Look>(who: Who): Who => (who._id === _id ? { ...who, fullName, avatar } : who)
  const renewBy = <Said extends { user: Look }>(said: Said): Said => ({ ...said, user: renew(said.user) })

  changeEveryPost(cache, (post): PostView => ({ ...renewBy(post), comments: post.comments.map(renewBy) }))
  cache.setQueriesData<CommentList>({ queryKey: keys.everyComment }, (list) =>
    inPages(list, (page) => ({ ...page, comments: page.comments.map(renewBy) })),
  )
  cache.setQueriesData<InfiniteData<{ people: Look[] }>>({ queryKey: keys.peopleLists }, (list) =>
    inPages(list, (page) => ({ ...page, people: page.people.map(renew) })),
  )
}

const inPages = <Page, Param>(list: InfiniteData<Page, Param> | undefined, change: (page: Page) => Page) =>
  list && { ...list, pages: list.pages.map(change) }
