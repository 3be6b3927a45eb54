import type { MemberSummaryView, ProfileView } from '@meadow/contracts/browser'
import { useLiveCacheUpdates } from '@meadow/features'
import { ann, aPage, somebody } from '@meadow/features/testing'
import { useLocation, useSession } from '@meadow/web'
import { aProfile, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import ProfileRemote from '../remote.tsx'

type FakeResponses = Parameters<FakeApi['respondWith']>[0]

/** Renders the remote at a path inside a minimal shell, with a fake API. */
export function renderProfile(path: string, responses: FakeResponses = {}): FakeApi {
  localStorage.clear()
  const network = fakeApi({
    'GET /auth/me': () => ann,
    'GET /auth/suggestions': () => ({ suggestions: [] }),
    'GET /auth/profile/:idOrUsername': () => ({ user: aProfile(), isFollowing: false }),
    'GET /posts/user/:username': () => aPage([]),
    ...responses,
  })
  renderPage(<TestShell />, { path })
  return network
}

function TestShell() {
  const { pathname, search, state } = useLocation()
  useLiveCacheUpdates()
  const { status, user } = useSession()
  return (
    <>
      <output aria-label="address">{pathname + search}</output>
      <output aria-label="state">{JSON.stringify(state)}</output>
      <output aria-label="me">{user?.fullName}</output>
      {status === 'authenticated' && <ProfileRemote />}
    </>
  )
}

/** Builds the profile of another member. */
export const toProfile = (member: ReturnType<typeof somebody>, overrides: Partial<ProfileView> = {}): ProfileView =>
  aProfile({ ...member, ...overrides })

export const aListedMember = (overrides: Partial<MemberSummaryView> = {}): MemberSummaryView => ({
  ...somebody(overrides),
  bio: '',
  followerCount: 0,
  ...overrides,
})
