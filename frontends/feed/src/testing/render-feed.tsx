import { ProfileCard, useLiveCacheUpdates } from '@meadow/features'
import { ann, aPage } from '@meadow/features/testing'
import { useLocation, useSession } from '@meadow/web'
import {
  aProfile,
  createFakeSocketChannel,
  type FakeApi,
  type FakeSocketChannel,
  fakeApi,
  renderPage,
} from '@meadow/web/testing'
import FeedRemote from '../remote.tsx'

type FakeResponses = Parameters<FakeApi['respondWith']>[0]

/** Renders the remote at a path or location inside a minimal shell, with a fake API. */
export function renderFeed(
  path: string | { pathname: string; state: object },
  responses: FakeResponses = {},
  live: FakeSocketChannel = createFakeSocketChannel(),
  prepareStorage: () => void = () => undefined,
): FakeApi {
  localStorage.clear()
  prepareStorage()
  const network = fakeApi({
    'GET /auth/me': () => ann,
    'GET /auth/suggestions': () => ({ suggestions: [] }),
    'GET /auth/profile/:idOrUsername': () => ({ user: aProfile(), isFollowing: false }),
    'GET /posts': () => aPage([]),
    'GET /posts/drafts': () => ({ drafts: [] }),
    'GET /posts/reading-position': () => ({ seenUntil: null }),
    'PUT /posts/reading-position': ({ body }) => body as { seenUntil: string },
    'GET /posts/muted': () => ({ posts: [], tags: [] }),
    'GET /posts/:id/views': () => ({ views: { count: 0, firstDay: null, lastDay: null, isHidden: false } }),
    'GET /posts/:id/comments': () => ({ comments: [], hasMore: false, nextCursor: null }),
    ...responses,
  })
  renderPage(<TestShell />, { path, socketChannel: live })
  return network
}

function TestShell() {
  const { pathname, state } = useLocation()
  const { user } = useSession()
  useLiveCacheUpdates()
  return (
    <>
      <output aria-label="address">{pathname}</output>
      <output aria-label="state">{JSON.stringify(state)}</output>
      {user && <ProfileCard user={user} />}
      {user && <FeedRemote />}
    </>
  )
}
