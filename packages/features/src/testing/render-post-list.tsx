import { api, useSession } from '@meadow/web'
import { type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { queryKeys } from '../cache/query-keys.ts'
import { useMutedMembers } from '../members/use-muted-members.ts'
import { PostList } from '../posts/post-list.tsx'
import { ann } from './fixtures.ts'

/** Renders a list of the posts that the fake `GET /posts` returns, for the signed-in member. */
export function renderPostList(responses: Parameters<FakeApi['respondWith']>[0]): FakeApi {
  localStorage.clear()
  const network = fakeApi({
    'GET /auth/me': () => ann,
    'GET /posts/muted': () => ({ posts: [], tags: [] }),
    'GET /users/muted': () => ({ muted: [], hasMore: false, nextCursor: null }),
    ...responses,
  })
  renderPage(<Posts />)
  return network
}

const source = {
  queryKey: queryKeys.postList('all'),
  fetchPage: () => api('GET /posts', { query: { scope: 'all' } }),
}

function Posts() {
  if (useSession().status !== 'authenticated') return null
  return (
    <>
      <PostList source={source} empty={null} end={null} />
      <MutedMembers />
    </>
  )
}

/** Fetches the members whom the viewer mutes, as the shell does beside every page. */
function MutedMembers() {
  useMutedMembers()
  return null
}
