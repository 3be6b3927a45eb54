import type { ProfileView } from '@meadow/contracts'
import { useLocation, useSession } from '@meadow/web'
import { type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import Feed from '../remote.tsx'
import { ann, annAsAuthor, aPage } from './given.ts'

type Answers = Parameters<FakeApi['answer']>[0]

const profile: ProfileView = {
  ...annAsAuthor,
  createdAt: '2026-04-01T12:00:00.000Z',
  followerCount: 3,
  followingCount: 2,
  postCount: 7,
  followsYou: false,
}

/** Opens the front end at an address as the shell does it, with a network that knows the member and what is given. */
export function openFeed(path: string, answers: Answers = {}): FakeApi {
  localStorage.clear()
  const network = fakeApi({
    'GET /auth/me': () => ann,
    'GET /auth/suggestions': () => ({ suggestions: [] }),
    'GET /auth/profile/:idOrUsername': () => ({ user: profile, isFollowing: false }),
    'GET /posts': () => aPage([]),
    'GET /posts/:id/comments': () => ({ comments: [], hasMore: false, nextCursor: null }),
    ...answers,
  })
  renderPage(<Shell />, { path })
  return network
}

function Shell() {
  const { pathname } = useLocation()
  return (
    <>
      <output aria-label="address">{pathname}</output>
      {useSession().status === 'authenticated' && <Feed />}
    </>
  )
}
