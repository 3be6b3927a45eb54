import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { aMember, type FakeApi, fakeApi, renderPage } from '@meadow/web/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRoutes } from './app-routes.tsx'
import {
  EARLIER_KEY,
  fakePushBrowser,
  removePushBrowser,
  SERVER_KEY,
} from './features/push/testing/fake-push-browser.ts'
import { aNotificationSettings } from './features/settings/testing/settings-fixtures.ts'

const AT = '2026-04-01T12:00:00.000Z'
const knownDevice = { createdAt: AT, lastSuccessAt: null, lastFailure: null }
const TEST_ID = '01890000-0000-7000-8000-0000000000e9'

let network: FakeApi
beforeEach(() => {
  localStorage.clear()
  let subscription: typeof knownDevice | null = null
  network = fakeApi({
    'GET /auth/me': () => aMember(),
    'GET /posts/notifications/preferences': () => aNotificationSettings(),
    'GET /posts/notifications/unread-count': () => ({ count: 0 }),
    'GET /push/config': () => ({ publicKey: SERVER_KEY, subscription }),
    'POST /push/subscribe': () => {
      subscription = knownDevice
      return { ok: true, publicKey: SERVER_KEY }
    },
    'DELETE /push/subscribe': () => {
      subscription = null
      return { ok: true }
    },
    'POST /push/test': () => ({ id: TEST_ID }),
  })
})
afterEach(() => {
  removePushBrowser()
  jest.useRealTimers()
  jest.restoreAllMocks()
})

const open = () => renderPage(<AppRoutes />, { path: '/settings/notifications' })
const findSwitch = () => screen.findByRole('switch', { name: 'Push on this device' })
const findDoctor = () => screen.findByRole('region', { name: 'Push check' })
/** Returns the row of a check in this state. */
const findCheck = async (title: string, state: 'Works' | 'Needs your help' | 'Not checked yet') => {
  const heading = await within(await findDoctor()).findByRole('heading', { name: title })
  const row = heading.closest('li') as HTMLElement
  await within(row).findByRole('img', { name: state })
  return row
}

describe('push on this device', () => {
  it('is asked for after a tap only, and registered for this session', async () => {
    const browser = fakePushBrowser()
    open()
    expect(await findSwitch()).not.toBeChecked()
    expect(browser.timesAsked).toBe(0)
    await userEvent.click(await findSwitch())
    await waitFor(async () => expect(await findSwitch()).toBeChecked())
    expect(browser).toMatchObject({ timesAsked: 1, subscribedFor: SERVER_KEY })
    expect(network.last('POST /push/subscribe')?.body).toMatchObject({
      publicKey: SERVER_KEY,
      subscription: { endpoint: 'https://push.example/Bccc' },
    })
  })

  it('stays off if the member refuses, and says so', async () => {
    fakePushBrowser({ answer: 'denied' })
    open()
    await userEvent.click(await findSwitch())
    expect(await screen.findByText('Notifications stay off')).toBeInTheDocument()
    expect(await findSwitch()).toBeDisabled()
    expect(await findSwitch()).toHaveAccessibleDescription(/blocked in this browser's settings/)
    expect(network.count('POST /push/subscribe')).toBe(0)
  })

  it('is turned off here and on the server', async () => {
    const browser = fakePushBrowser({ permission: 'granted', subscribedFor: SERVER_KEY })
    open()
    await waitFor(async () => expect(await findSwitch()).toBeChecked())
    await userEvent.click(await findSwitch())
    await waitFor(async () => expect(await findSwitch()).not.toBeChecked())
    expect(browser.subscribedFor).toBeUndefined()
    expect(network.count('DELETE /push/subscribe')).toBe(1)
    expect(await findCheck('This device', 'Needs your help')).toHaveTextContent('You turned push off on this device.')
  })

  it('says in words if the push service cannot be reached', async () => {
    const browser = fakePushBrowser()
    browser.failToSubscribe()
    open()
    await userEvent.click(await findSwitch())
    expect(await screen.findByText(/couldn't reach its push service/)).toBeInTheDocument()
    expect(await findSwitch()).not.toBeChecked()
  })

  it('subscribes again if the server has a newer key by then', async () => {
    const browser = fakePushBrowser()
    const keys = [EARLIER_KEY]
    network.respondWith({
      'GET /push/config': () => ({ publicKey: keys.shift() ?? SERVER_KEY, subscription: null }),
      'POST /push/subscribe': () => ({ ok: true, publicKey: SERVER_KEY }),
    })
    open()
    await screen.findByRole('region', { name: 'Push check' })
    await waitFor(() => expect(network.count('GET /push/config')).toBeGreaterThan(0))
    keys.push(EARLIER_KEY)
    await userEvent.click(await findSwitch())
    await waitFor(() => expect(network.count('POST /push/subscribe')).toBe(2))
    expect(browser.subscribedFor).toBe(SERVER_KEY)
  })

  it('is impossible in a browser without push, and says so', async () => {
    open()
    expect(await findSwitch()).toBeDisabled()
    expect(await findSwitch()).toHaveAccessibleDescription(/https address|can't receive push/)
  })
})

describe('the push doctor', () => {
  it('shows that everything works', async () => {
    fakePushBrowser({ permission: 'granted', subscribedFor: SERVER_KEY })
    network.respondWith({ 'GET /push/config': () => ({ publicKey: SERVER_KEY, subscription: knownDevice }) })
    open()
    await findCheck('Meadow', 'Works')
    const rows = within(await findDoctor()).getAllByRole('listitem')
    expect(rows).toHaveLength(8)
    for (const row of rows) expect(within(row).getByRole('img', { name: 'Works' })).toBeVisible()
  })

  it('repairs a subscription for an earlier key', async () => {
    const browser = fakePushBrowser({ permission: 'granted', subscribedFor: EARLIER_KEY })
    network.respondWith({ 'GET /push/config': () => ({ publicKey: SERVER_KEY, subscription: knownDevice }) })
    open()
    const device = await findCheck('This device', 'Needs your help')
    await userEvent.click(within(device).getByRole('button', { name: 'Repair' }))
    await findCheck('This device', 'Works')
    expect(browser.subscribedFor).toBe(SERVER_KEY)
  })

  it('asks for the permission', async () => {
    const browser = fakePushBrowser()
    open()
    const permission = await findCheck('Permission', 'Needs your help')
    expect(await findCheck('Meadow', 'Not checked yet')).toHaveTextContent('Checked once the steps above work.')
    expect(screen.queryByRole('button', { name: 'Send a test notification' })).not.toBeInTheDocument()
    await userEvent.click(within(permission).getByRole('button', { name: 'Turn on' }))
    await findCheck('Meadow', 'Works')
    expect(browser.timesAsked).toBe(1)
  })

  it('says what to do without a service worker, and without the server', async () => {
    fakePushBrowser({ permission: 'granted', hasWorker: false })
    network.respondWith({ 'GET /push/config': () => 'no network' })
    open()
    expect(await findCheck('Background service', 'Needs your help')).toHaveTextContent('Reload the page')
  })

  it('shows the steps of the installation on an iPhone, and what comes then', async () => {
    jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)')
    open()
    const row = await findCheck('Installed app', 'Needs your help')
    expect(
      within(row)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Tap Share in Safari.',
      'Choose Add to Home Screen.',
      'Tap Add.',
      'Open Meadow from your Home Screen and turn on push there.',
    ])
  })

  it('names the last failure and when it was', async () => {
    fakePushBrowser({ permission: 'granted', subscribedFor: SERVER_KEY })
    const lastFailure = { at: AT, code: 'timed_out' as const, status: null }
    network.respondWith({
      'GET /push/config': () => ({ publicKey: SERVER_KEY, subscription: { ...knownDevice, lastFailure } }),
    })
    open()
    expect(await findCheck('Last notification', 'Needs your help')).toHaveTextContent(
      "The push service didn't answer in time",
    )
  })
})

describe('the test notification', () => {
  const openReady = async () => {
    const browser = fakePushBrowser({ permission: 'granted', subscribedFor: SERVER_KEY })
    network.respondWith({ 'GET /push/config': () => ({ publicKey: SERVER_KEY, subscription: knownDevice }) })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Send a test notification' }))
    return browser
  }

  it('is seen to arrive', async () => {
    const browser = await openReady()
    expect(await screen.findByText('Sent. Waiting for it to arrive here...')).toBeVisible()
    await browser.sendFromWorker({ type: 'test-push-arrived', id: 'another test' })
    expect(screen.getByText('Sent. Waiting for it to arrive here...')).toBeVisible()
    await browser.sendFromWorker({ type: 'test-push-arrived', id: TEST_ID })
    expect(await screen.findByText(/^It arrived after \d+\.\d seconds\.$/)).toBeVisible()
  })

  it('counts as lost after 15 seconds, with what to check, and may still arrive', async () => {
    jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask', 'setImmediate', 'performance'] })
    const browser = await openReady()
    expect(await screen.findByText('Sent. Waiting for it to arrive here...')).toBeVisible()
    act(() => void jest.advanceTimersByTime(15_000))
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText(/^It hasn't arrived after 15 seconds/)).toBeVisible()
    expect(alert.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain(
      'Do Not Disturb or a Focus mode is off.',
    )
    expect(screen.getByRole('button', { name: 'Send a test notification' })).toBeEnabled()
    await browser.sendFromWorker({ type: 'test-push-arrived', id: TEST_ID })
    expect(await screen.findByText(/^It arrived after/)).toBeVisible()
    expect(screen.queryByText(/^It hasn't arrived/)).not.toBeInTheDocument()
  })

  it('may overtake the response of the server', async () => {
    const isAnswered = Promise.withResolvers<void>()
    network.respondWith({ 'POST /push/test': () => isAnswered.promise.then(() => ({ id: TEST_ID })) })
    const browser = await openReady()
    await browser.sendFromWorker({ type: 'test-push-arrived', id: TEST_ID })
    isAnswered.resolve()
    expect(await screen.findByText(/^It arrived after/)).toBeVisible()
  })

  it('shows why the server did not send it', async () => {
    const refuse = {
      status: 404,
      code: 'push_subscription_not_found',
      error: 'This device is not subscribed to pushes',
    }
    network.respondWith({ 'POST /push/test': () => ({ refuse }) })
    await openReady()
    expect(await screen.findByText(refuse.error)).toBeVisible()
  })
})
