import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { api, useQuery } from '@meadow/web'
import { type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { act, screen } from '@testing-library/react'
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

  it('says that Meadow cannot be reached if the browser has a network', async () => {
    renderPage(<OfflineBar />, { signedIn: false })
    await call(OFFLINE)
    expect(await screen.findByText("Meadow can't be reached")).toBeVisible()
    expect(screen.queryByText(/^Last updated/)).not.toBeInTheDocument()
  })
})
