import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts/browser'
import { PageNoticeSlot, useLocation, useSession } from '@meadow/web'
import { aMember, createFakeSocketChannel, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { aPush, KOFI_ID } from '../../../service-worker/push/testing/push-fixtures.ts'
import { EARLIER_KEY, fakePushBrowser, removePushBrowser, SERVER_KEY } from '../testing/fake-push-browser.ts'
import { PushAgent } from './push-agent.tsx'

let network: FakeApi
beforeEach(() => {
  localStorage.clear()
  network = fakeApi({
    'GET /auth/me': () => aMember(),
    'POST /auth/logout': () => ({ ok: true }),
    'GET /push/config': () => ({ publicKey: SERVER_KEY, subscription: null }),
    'POST /push/subscribe': () => ({ ok: true, publicKey: SERVER_KEY }),
  })
})
afterEach(removePushBrowser)

/** A page with the agent, its path and a way to sign out. */
function Page() {
  const { signOut, user } = useSession()
  const { pathname } = useLocation()
  return (
    <>
      <PushAgent />
      <p>{pathname}</p>
      <p>{user?.fullName}</p>
      <button type="button" onClick={() => void signOut().catch(() => undefined)}>
        Log out
      </button>
    </>
  )
}

const open = (path = '/home') => openPage(null, path)

function openPage(content: ReactNode, path = '/home') {
  const live = createFakeSocketChannel()
  const page = (
    <>
      <Page />
      {content}
    </>
  )
  renderPage(page, { path, socketChannel: live })
  return live
}

describe('at a start', () => {
  it('tells the server the subscription of this session', async () => {
    fakePushBrowser({ permission: 'granted', subscribedFor: SERVER_KEY })
    open()
    await waitFor(() => expect(network.count('POST /push/subscribe')).toBe(1))
  })

  it.each([undefined, EARLIER_KEY])('subscribes for the current key; before: %s', async (subscribedFor) => {
    const browser = fakePushBrowser({ permission: 'granted', ...(subscribedFor && { subscribedFor }) })
    open()
    await waitFor(() => expect(network.count('POST /push/subscribe')).toBe(1))
    expect(browser.subscribedFor).toBe(SERVER_KEY)
  })

  it('asks neither the member nor the server without a permission', async () => {
    const browser = fakePushBrowser()
    const live = open()
    await waitFor(() => expect(network.count('GET /auth/me')).toBe(1))
    await live.receive('unread', {})
    expect(browser.timesAsked).toBe(0)
    expect(network.count('GET /push/config')).toBe(0)
  })
})

it('ends the subscription at sign-out, also without network', async () => {
  const browser = fakePushBrowser({ permission: 'granted', subscribedFor: SERVER_KEY, shown: [aPush()] })
  open()
  await waitFor(() => expect(network.count('POST /push/subscribe')).toBe(1))
  network.respondWith({ 'POST /auth/logout': () => 'no network' })
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }))
  await waitFor(() => expect(browser.subscribedFor).toBeUndefined())
  expect(browser.shownIds).toEqual([])
})

describe('notifications are closed', () => {
  const comment = aPush({ type: 'comment', path: '/post/1', id: '01890000-0000-7000-8000-0000000000e2' })
  const openWithBoth = async (path?: string) => {
    const browser = fakePushBrowser({ permission: 'granted', subscribedFor: SERVER_KEY, shown: [aPush(), comment] })
    const live = open(path)
    await waitFor(() => expect(network.count('POST /push/subscribe')).toBe(1))
    return { browser, live }
  }

  it('when the conversation is read on another device, by this member', async () => {
    const { browser, live } = await openWithBoth()
    await live.receive('messageRead', { userId: KOFI_ID, readerId: KOFI_ID, upToSeq: 1, rev: 1 })
    expect(browser.shownIds).toHaveLength(2)
    await live.receive('messageRead', { userId: KOFI_ID, readerId: aMember()._id, upToSeq: 1, rev: 2 })
    await waitFor(() => expect(browser.shownIds).toEqual([comment.id]))
  })

  it('when the alert is read on another device', async () => {
    const { browser, live } = await openWithBoth()
    await live.receive('notificationRead', { ids: [comment.id] })
    await waitFor(() => expect(browser.shownIds).toEqual([aPush().id]))
  })

  it.each([
    ['/chat/kofi', [comment.id]],
    ['/alert', [aPush().id]],
  ])('when %s is opened', async (path, left) => {
    const { browser } = await openWithBoth(path)
    await waitFor(() => expect(browser.shownIds).toEqual(left))
  })
})

describe('the service worker', () => {
  it('learns the path, and opens another one', async () => {
    const browser = fakePushBrowser()
    open('/home')
    await waitFor(() => expect(network.count('GET /auth/me')).toBe(1))
    expect(await browser.sendFromWorker({ type: 'read-path' })).toBe('/home')
    expect(await browser.sendFromWorker({ type: 'open-path', path: '/chat/kofi' })).toBe(true)
    expect(await screen.findByText('/chat/kofi')).toBeVisible()
  })
})

describe('the quiet prompt', () => {
  const QUESTION = 'Want to know when they answer?'
  const openWithPlace = async () => {
    const live = openPage(
      <section aria-label="Conversation">
        <PageNoticeSlot />
      </section>,
    )
    await screen.findByText(aMember().fullName)
    return { live, sendMessage: () => live.receive('messageSent', {} as MessageView) }
  }
  const conversation = () => within(screen.getByRole('region', { name: 'Conversation' }))

  it('is a row of the conversation, once, after the member wrote to somebody', async () => {
    const browser = fakePushBrowser()
    const { live, sendMessage } = await openWithPlace()
    await live.receive('followUpdated', { userId: KOFI_ID, isFollowing: true, followerCount: 1 })
    expect(screen.queryByText(QUESTION)).not.toBeInTheDocument()
    await sendMessage()
    expect(conversation().getByText(QUESTION)).toBeVisible()
    expect(browser.timesAsked).toBe(0)
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }))
    await waitFor(() => expect(browser.subscribedFor).toBe(SERVER_KEY))
    await sendMessage()
    expect(screen.queryByText(QUESTION)).not.toBeInTheDocument()
  })

  it('goes at Not now, and does not come back', async () => {
    fakePushBrowser()
    const { sendMessage } = await openWithPlace()
    await sendMessage()
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
    await sendMessage()
    expect(screen.queryByText(QUESTION)).not.toBeInTheDocument()
  })

  it('waits for a page with a place for it', async () => {
    fakePushBrowser()
    const live = open()
    await screen.findByText(aMember().fullName)
    await live.receive('messageSent', {} as MessageView)
    cleanup()
    const { sendMessage } = await openWithPlace()
    await sendMessage()
    expect(conversation().getByText(QUESTION)).toBeVisible()
  })

  it('does not appear where the member has decided already', async () => {
    fakePushBrowser({ permission: 'denied' })
    const { sendMessage } = await openWithPlace()
    await sendMessage()
    expect(screen.queryByText(QUESTION)).not.toBeInTheDocument()
  })
})
