import type { MemberView, PostView, ProfileView } from '@meadow/contracts/browser'
import type { InfiniteData, QueryClient } from '@meadow/web'
import { updateAllCachedPosts } from './cached-posts.ts'
import { type CommentListData, type ProfileResponse, queryKeys } from './query-keys.ts'

type MemberFields = Pick<MemberView, '_id' | 'fullName' | 'avatar'>

/** Updates a member in every cached profile, post, comment and member list. */
export function updateCachedMember(cache: QueryClient, member: ProfileView): void {
  const { _id, fullName, avatar } = member
  cache.setQueriesData<ProfileResponse>({ queryKey: queryKeys.profiles }, (profile) =>
    profile?.user._id === _id ? { ...profile, user: member } : profile,
  )
  const updateMember = <Member extends MemberFields>(shown: Member): Member =>
    shown._id === _id && (shown.fullName !== fullName || shown.avatar !== avatar)
      ? { ...shown, fullName, avatar }
      : shown
  const updateAuthor = <Item extends { user: MemberFields }>(item: Item): Item => {
    const user = updateMember(item.user)
    return user === item.user ? item : { ...item, user }
  }

  updateAllCachedPosts(cache, (post): PostView => {
    const comments = post.comments.map(updateAuthor)
    const hasCommented = comments.some((comment, index) => comment !== post.comments[index])
    return hasCommented ? { ...updateAuthor(post), comments } : updateAuthor(post)
  })
  cache.setQueriesData<CommentListData>({ queryKey: queryKeys.allComments }, (list) =>
    mapPages(list, (page) => ({ ...page, comments: page.comments.map(updateAuthor) })),
  )
  cache.setQueriesData<InfiniteData<{ members: MemberFields[] }>>({ queryKey: queryKeys.memberLists }, (list) =>
    mapPages(list, (page) => ({ ...page, members: page.members.map(updateMember) })),
  )
}

const mapPages = <Page, Param>(list: InfiniteData<Page, Param> | undefined, change: (page: Page) => Page) =>
  list && { ...list, pages: list.pages.map(change) }
