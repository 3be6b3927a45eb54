import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { api, type OutboxKind, registerOutboxKind, useOutbox, useQuery } from '@meadow/web'
import { aMember, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { WaitingDialogs } from '../features/waiting/waiting-dialogs.tsx'
import { OfflineBar } from './offline-bar.tsx'

const ONLINE = { 'GET /health': () => ({ status: 'ok' as const, services: {} }) }
const OFFLINE = { 'GET /health': () => 'no network' as const }

let network: FakeApi
const call = (handlers: typeof ONLINE | typeof OFFLINE) =>
  act(async () => {
    network.respondWith(handlers)
    await api('GET /health').catch(() => undefined)
  })

/** A page with a post. */
function PostPage() {
  useQuery({ queryKey: ['posts', 'one', 'p1'], queryFn: () => ({ text: 'A post' }) })
  return <OfflineBar />
}

const like: OutboxKind<{ postId: string }> = {
  name: 'like',
  plan: ({ postId }) => ({
    lane: postId,
    requests: [{ call: 'POST /posts/:id/like', params: { id: postId }, body: { state: true } }],
    description: `Like of ${postId}`,
  }),
  settle: () => undefined,
  onRefusal: 'drop',
}
registerOutboxKind(like)

function PageWithActions() {
  const outbox = useOutbox()
  return (
    <>
      <OfflineBar />
      {['p1', 'p2'].map((postId) => (
        <button key={postId} type="button" onClick={() => void outbox.add(like, { postId })}>
          Like {postId}
        </button>
      ))}
      <WaitingDialogs />
    </>
  )
}

beforeEach(() => {
  localStorage.clear()
  network = fakeApi()
})
afterEach(async () => {
  jest.restoreAllMocks()
  await call(ONLINE)
})

describe('the offline bar', () => {
  it('says that one is offline and how old the page is, and later that one is back', async () => {
    jest.useFakeTimers({ now: new Date('2026-05-01T12:00:00Z'), doNotFake: ['queueMicrotask'] })
    renderPage(<PostPage />, { signedIn: false })
    await call(ONLINE)
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
    jest.setSystemTime(new Date('2026-05-01T12:05:00Z'))
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await call(OFFLINE)
    expect(screen.getByRole('status')).toHaveTextContent('You are offline')
    expect(screen.getByText('Last updated 5 minutes ago')).toBeVisible()
    await call(ONLINE)
    expect(screen.getByRole('status')).toHaveTextContent('You are back online')
    expect(screen.queryByText(/^Last updated/)).not.toBeInTheDocument()
    jest.useRealTimers()
  })

  it('opens the list of what waits to be sent, while one is offline', async () => {
    network = fakeApi({ 'GET /auth/me': () => aMember(), 'POST /posts/:id/like': () => 'no network' })
    renderPage(<PageWithActions />)
    await userEvent.click(await screen.findByRole('button', { name: 'Like p1' }))
    await waitFor(() => expect(network.count('POST /posts/:id/like')).toBe(1))
    await call(OFFLINE)
    const bar = within(screen.getByRole('status').closest('[data-offline-bar]') as HTMLElement)
    expect(await bar.findByRole('button', { name: '1 action waits to be sent' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Like p2' }))
    await userEvent.click(await bar.findByRole('button', { name: '2 actions wait to be sent' }))
    const list = within(await screen.findByRole('dialog', { name: 'Waiting to be sent' }))
    expect(list.getAllByRole('listitem')).toHaveLength(2)
    await userEvent.click(list.getByRole('button', { name: 'Close' }))
    await call(ONLINE)
    expect(screen.queryByRole('button', { name: /to be sent$/ })).not.toBeInTheDocument()
  })

  it('says that Meadow cannot be reached if the browser has a network', async () => {
    renderPage(<OfflineBar />, { signedIn: false })
    await call(OFFLINE)
    expect(await screen.findByText("Meadow can't be reached")).toBeVisible()
    expect(screen.queryByText(/^Last updated/)).not.toBeInTheDocument()
  })
})
