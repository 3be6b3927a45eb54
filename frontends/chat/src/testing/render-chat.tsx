import { ann } from '@meadow/features/testing'
import { useLocation, useSession } from '@meadow/web'
import {
  aProfile,
  createFakeSocketChannel,
  type FakeApi,
  type FakeSocketChannel,
  fakeApi,
  renderPage,
} from '@meadow/web/testing'
import Chat from '../remote.tsx'
import { aConversation, kofi } from './fixtures.ts'

type FakeApiHandlers = Parameters<FakeApi['respondWith']>[0]

/** Renders the chat at a path, as the shell does, with an empty conversation with Kofi. */
export function renderChat(
  path: string,
  handlers: FakeApiHandlers = {},
  socketChannel: FakeSocketChannel = createFakeSocketChannel(),
): FakeApi {
  localStorage.clear()
  stubElementHeights()
  const network = fakeApi({
    'GET /auth/me': () => ann,
    'GET /auth/profile/:idOrUsername': ({ path: requestPath }) =>
      requestPath.endsWith('/kofi')
        ? { user: aProfile({ ...kofi }), isFollowing: true }
        : { refuse: { status: 404, code: 'member_not_found', error: 'Profile not found' } },
    'GET /messages/conversations': () => ({
      conversations: [aConversation()],
      pagination: { hasMore: false },
      nextCursor: null,
    }),
    'GET /messages/conversations/:userId': () => ({ conversation: aConversation() }),
    'GET /messages/groups': () => ({ groups: [] }),
    'GET /messages/:id': () => ({ messages: [], hasMore: false, hasNewer: false, rev: 0 }),
    'GET /messages/drafts': () => ({ drafts: [] }),
    'PUT /messages/drafts/:id': ({ path: requestPath, body }) => ({
      draft: {
        ...(body as { content: string; changedAt: string }),
        _id: requestPath.split('/').at(-1) ?? '',
      },
    }),
    'DELETE /messages/drafts/:id': () => ({ ok: true }),
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
    ...handlers,
  })
  renderPage(<Shell />, { path, socketChannel })
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

/** Gives elements the heights that jsdom does not compute: 50 px for list rows, 800 px for all others. */
function stubElementHeights(): void {
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', {
    configurable: true,
    get(this: HTMLElement) {
      return this.dataset['index'] === undefined ? 800 : 50
    },
  })
  Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, value: 800 })
}
