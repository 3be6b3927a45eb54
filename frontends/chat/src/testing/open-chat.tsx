import { ann } from '@meadow/features/testing'
import { useLocation, useSession } from '@meadow/web'
import { aProfile, type FakeApi, type FakeLive, fakeApi, fakeLive, renderPage } from '@meadow/web/testing'
import Chat from '../remote.tsx'
import { aConversation, kofi } from './given.ts'
import { layOut } from './lay-out.ts'

type Answers = Parameters<FakeApi['answer']>[0]

/** Opens the front end at an address as the shell does it: there is Kofi, with whom nothing was written yet. */
export function openChat(path: string, answers: Answers = {}, live: FakeLive = fakeLive()): FakeApi {
  localStorage.clear()
  layOut()
  const network = fakeApi({
    'GET /auth/me': () => ann,
    'GET /auth/profile/:idOrUsername': ({ path: at }) =>
      at.endsWith('/kofi')
        ? { user: aProfile({ ...kofi }), isFollowing: true }
        : { refuse: { status: 404, code: 'member_not_found', error: 'Profile not found' } },
    'GET /messages/conversations': () => ({
      conversations: [aConversation()],
      pagination: { hasMore: false },
      nextCursor: null,
    }),
    'GET /messages/conversations/:userId': () => ({ conversation: aConversation() }),
    'GET /messages/:id': () => ({ messages: [], hasMore: false, hasNewer: false, rev: 0 }),
    'GET /messages/sync': () => ({ conversations: [], hasMore: false, next: 'next' }),
    'GET /messages/mutual-followers': () => ({ mutualFollowers: [], hasMore: false, nextCursor: null }),
    'GET /messages/:userId/changes': () => ({
      messages: [],
      hasMore: false,
      rev: 0,
      readUpTo: 0,
      deliveredUpTo: 0,
      unreadCount: 0,
    }),
    ...answers,
  })
  renderPage(<Shell />, { path, live })
  return network
}

function Shell() {
  const { pathname } = useLocation()
  return (
    <>
      <output aria-label="address">{pathname}</output>
      {useSession().status === 'authenticated' && <Chat />}
    </>
  )
}
