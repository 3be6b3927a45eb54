import { createPostListQuery, createProfileQuery } from '@meadow/features'
import { matchPath, type PreloadPage } from '@meadow/web'
import { createDirectoryQuery } from './features/friends/use-member-directory.ts'
import { createMemberPostSource } from './features/posts/member-post-source.ts'

/** Fetches the first data of a page: the members of the directory, the profile or, if it is cached, its posts. */
export const preload: PreloadPage = async (pathname, { cache, user }) => {
  if (matchPath('/friends', pathname)) return cache.prefetchInfiniteQuery(createDirectoryQuery(''))
  const match = matchPath('/profile/:username?', pathname)
  if (!match) return undefined
  const username = match.params.username?.replace(/^@/, '') || user.username
  const isOwn = username.toLowerCase() === user.username
  const profileQuery = createProfileQuery(isOwn ? user._id : username)
  const profile = cache.getQueryData<Awaited<ReturnType<typeof profileQuery.queryFn>>>(profileQuery.queryKey)
  if (!profile) return cache.prefetchQuery(profileQuery)
  // the path of a mention has the id; posts are listed by username
  return cache.prefetchInfiniteQuery(createPostListQuery(createMemberPostSource(profile.user.username)))
}
