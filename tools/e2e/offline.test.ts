import { randomUUID } from 'node:crypto'
import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import type { BrowserContextOptions, Locator, Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { type Product, startSession } from './src/open-product.ts'
import { routeServerNetwork } from './src/pages/connection.ts'
import { findPost, waitForHome } from './src/pages/member-actions.ts'
import { waitForReleases } from './src/pages/service-worker.ts'
import { readStoredQueries, readStoredQueryKeys, storeQueries } from './src/pages/stored-queries.ts'
import { followSilentMembers } from './src/silent-members.ts'

const MESSAGES = 55
/** A page that waits for a response counts as idle after this time. */
const NEVER_IDLE_MS = 10_000
/** One can read the newest 50 messages of a conversation offline. */
const OLDEST_STORED_MESSAGE = 'Lantern 6'
const CANNOT_REACH = "Can't reach Meadow. Check your connection and try again."

type Screen = { path: string; stored?: string; find: (page: Page) => Locator }

test.describe('what one has seen', () => {
  let calls: ApiClient
  let ada: ApiMember
  let ben: ApiMember
  let postId: string
  let text: string

  test.beforeAll(async ({ product }) => {
    calls = createApiClient(product.stack.url)
    ada = await calls.register('Ada Moss')
    ben = await calls.register('Ben Reed')
    await calls.makeMutualFollowers(ada, ben)
    await followSilentMembers(calls, ada) // no posts of other tests
    text = `Lanterns on the lake, seen by ${ada.account.username}`
    await publish(ben, 'Warm bread at noon')
    postId = await publish(ada, text)
    await calls.call(`/posts/${postId}/comments`, { by: ben, body: { text: 'As bright as last year' } })
    for (let number = 1; number < MESSAGES; number += 1) await calls.sendMessage(ben, ada, `Lantern ${number}`)
    await calls.sendMessage(ben, ada, 'Bring the blue lantern')
  })
  test.afterEach(({ product }) => product.closeWindows())

  const publish = async (by: ApiMember, content: string) =>
    (await calls.call<{ _id: string }>('/posts', { by, body: { content } }))._id

  /** The screens, what one has seen on each, and the stored query with it. What only this browser knows has no age. */
  const listScreens = (): Screen[] => [
    { path: '/home', stored: '"posts","list"', find: (page) => findPost(page, text) },
    {
      path: `/post/${postId}`,
      stored: `"comments","${postId}"`,
      find: (page) => page.getByText('As bright as last year'),
    },
    {
      path: `/profile/${ada.account.username}`,
      stored: `"by","${ada.account.username}`,
      find: (page) => findPost(page, text),
    },
    {
      path: `/profile/${ben.account.username}`,
      stored: `"by","${ben.account.username}`,
      find: (page) => findPost(page, 'Warm bread at noon'),
    },
    {
      path: `/profile/${ben.account.username}/follow`,
      stored: '"followers"',
      find: (page) => page.getByRole('main').getByRole('link', { name: 'Ada Moss' }).first(),
    },
    { path: '/friends', stored: '"directory"', find: (page) => page.getByRole('main').getByRole('listitem').first() },
    { path: '/alert', stored: '"alerts","list"', find: (page) => page.getByRole('main').getByText('Ben Reed').first() },
    { path: '/inbox', stored: '"conversations"', find: (page) => page.getByText('Bring the blue lantern').first() },
    {
      path: `/chat/${ben.account.username}`,
      stored: `"${OLDEST_STORED_MESSAGE}"`,
      find: (page) => page.getByRole('log').getByText('blue lantern'),
    },
    { path: '/settings/account', find: (page) => page.getByText('Your sign-in details.') },
    { path: '/settings/appearance', find: (page) => page.getByRole('radio').first() },
    { path: '/settings/devices', stored: '"sessions"', find: (page) => page.getByText('This device').first() },
    {
      path: '/settings/notifications',
      stored: '"notification-settings"',
      find: (page) => page.getByRole('switch').first(),
    },
  ]
  const visitAll = async (page: Page) => {
    for (const { path, find, stored } of listScreens()) {
      await page.goto(path)
      await find(page).waitFor()
      if (stored) await storeQueries(page, stored)
    }
  }

  /** Opens a window whose network a test can cut. */
  const openSignedIn = async (product: Product, options?: BrowserContextOptions) => {
    const { email, password } = ada.account
    const window = await product.open(options)
    const network = await routeServerNetwork(window.page.context())
    await startSession(window.page, 'login', { email, password })
    return { ...window, network }
  }

  test('opens again without a network, and says how old it is', async ({ product }) => {
    const { page } = await product.openSignedIn(ada.account, { serviceWorkers: 'allow' })
    await visitAll(page)
    await waitForReleases(page)
    await page.context().setOffline(true)
    expect(await canWorkerReachServer(page)).toBe(false)
    for (const { path, find, stored } of listScreens())
      await test.step(path, async () => {
        await page.goto(path)
        await expect(find(page)).toBeVisible()
        await expect(page.getByText('You are offline')).toBeVisible()
        await expect(page.getByRole('banner').getByText(/^Last updated/)).toBeVisible({ visible: stored !== undefined })
        await expect(page.getByText(/^(Failed to load comments|Couldn't load)/)).toBeHidden()
      })
    await test.step('the newest 50 messages', async () => {
      await page.goto(`/chat/${ben.account.username}`)
      const log = page.getByRole('log')
      await expect(async () => {
        await log.evaluate((element) => element.scrollTo(0, 0))
        await expect(log.getByText(OLDEST_STORED_MESSAGE, { exact: true })).toBeVisible({ timeout: 500 })
      }).toPass()
    })
    await test.step('a page that one has not seen', async () => {
      await page.goto(`/post/${postId}x`)
      await expect(page.getByText(CANNOT_REACH).first()).toBeVisible()
      await expect(page.getByText('You are offline')).toBeVisible()
    })
    await page.goto('/connection')
    await page.getByRole('button', { name: 'Check health' }).click()
    await expect(page.getByText(`Health check failed: ${CANNOT_REACH}`)).toBeVisible()
  })

  test('is stored before the page is idle', async ({ product }) => {
    const { page, network } = await openSignedIn(product)
    await page.context().route('**/api/auth/suggestions*', () => undefined) // a page waits for it, so it is not idle
    await page.context().route('**/api/auth/me', () => undefined)
    const screens = listScreens().filter(({ path }) => ['/home', '/alert', '/inbox', `/post/${postId}`].includes(path))
    for (const { path, find, stored = '' } of screens)
      await test.step(path, async () => {
        await page.goto(path)
        await find(page).waitFor()
        const readContents = async () => (await readStoredQueries(page)).map(({ key, json }) => key + json).join()
        await expect.poll(readContents, { timeout: NEVER_IDLE_MS - 2_000 }).toContain(stored)
      })
    await network.cut()
    for (const { path, find } of screens)
      await test.step(`${path} offline`, async () => {
        await page.goto(path)
        await expect(find(page)).toBeVisible()
      })
  })

  test('is stored when one leaves the page at once', async ({ product }) => {
    const { page, network } = await openSignedIn(product)
    await page.goto(`/post/${postId}`)
    await page.getByText('As bright as last year').waitFor()
    await storeQueries(page, postId)
    await calls.call(`/posts/${postId}/comments`, { by: ben, body: { text: 'And a white one' } })
    await page.getByText('And a white one').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Ben Reed' }).first().click()
    await findPost(page, 'Warm bread at noon').waitFor()
    await page.goto('/settings/account')
    await network.cut()
    await page.goto(`/post/${postId}`)
    await expect(page.getByText('And a white one')).toBeVisible()
    await page.goto(`/profile/${ben.account.username}`)
    await expect(findPost(page, 'Warm bread at noon')).toBeVisible()
  })

  test('is told apart from what one has not seen, which says what to do', async ({ product }) => {
    const { page, network } = await openSignedIn(product)
    await network.cut()
    for (const path of [
      `/profile/${ben.account.username}`,
      `/post/${postId}x`,
      `/chat/${ben.account.username}`,
      '/alert',
    ])
      await test.step(path, async () => {
        await page.goto(path)
        await expect(page.getByText(CANNOT_REACH).first()).toBeVisible()
      })
  })

  test('is fetched once when the network is back, and new posts do not move what one reads', async ({ product }) => {
    const newerText = `Paper boats ${randomUUID()}` // a retry finds the post of the attempt before
    const { page, network } = await openSignedIn(product, { viewport: { width: 390, height: 400 } })
    await findPost(page, text).waitFor()
    await storeQueries(page)
    await network.cut()
    await page.reload()
    await findPost(page, text).waitFor()
    await page.mouse.wheel(0, 100)
    await page.waitForFunction(() => scrollY > 0)
    await publish(ben, newerText)
    const feedRequests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/posts?scope=following')) feedRequests.push(request.url())
    })
    await network.restoreCalls()
    await expect(page.getByText('You are back online')).toBeAttached()
    const pill = page.getByRole('button', { name: /^\d+ new posts?$/ }) // other tests may post, too
    await expect(pill).toBeVisible()
    await expect(findPost(page, newerText)).toBeHidden()
    expect(feedRequests).toHaveLength(1)
    await pill.click()
    await expect(findPost(page, newerText)).toBeVisible()
  })

  test('stays although a request fails, and a push changes what is stored', async ({ product }) => {
    const { page, network } = await openSignedIn(product)
    await page.goto(`/post/${postId}`)
    await page.getByText('As bright as last year').waitFor()
    await calls.call(`/posts/${postId}/comments`, { by: ben, body: { text: 'And a red one' } })
    await page.getByText('And a red one').waitFor()
    await storeQueries(page)
    await network.cut()
    await page.reload()
    await expect(page.getByText('And a red one')).toBeVisible()
  })

  test('is not shown to another member of the same device', async ({ product }) => {
    const { page, network } = await openSignedIn(product)
    await page.goto(`/chat/${ben.account.username}`)
    await page.getByRole('log').getByText('blue lantern').waitFor()
    await storeQueries(page)
    const carl = await calls.register('Carl Ash')
    await page.evaluate(([token, userId]) => Object.assign(localStorage, { token, userId }), [carl.token, carl._id])
    await page.goto('/home')
    await waitForHome(page)
    await expect
      .poll(async () => (await readStoredQueryKeys(page)).filter((key) => key.startsWith(ada._id)))
      .toEqual([])
    await network.cut()
    await page.goto(`/chat/${ben.account.username}`)
    await expect(page.getByText(CANNOT_REACH).first()).toBeVisible()
    await expect(page.getByText('blue lantern')).toBeHidden()
  })

  test('is gone after a sign-out, also without a network', async ({ product }) => {
    const { page, network } = await openSignedIn(product)
    await visitAll(page)
    await network.cut()
    await page.goto('/home')
    await page.getByRole('article').first().waitFor()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .toEqual([])
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('member:')))).toEqual([])
  })

  test('is not kept where the browser refuses to store, and everything else works', async ({ product }) => {
    const { page, problems, network } = await openSignedIn(product)
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Refused', 'SecurityError')
      }
    })
    await page.goto(`/post/${postId}`)
    await expect(page.getByText('As bright as last year')).toBeVisible()
    expect(problems).toEqual([])
    await network.cut()
    await page.reload()
    await expect(page.getByText(CANNOT_REACH).first()).toBeVisible()
  })

  test('is not needed: a browser that wiped its storage starts over', async ({ product }) => {
    const { page } = await product.openSignedIn(ada.account)
    await findPost(page, text).waitFor()
    await storeQueries(page)
    await page.evaluate(() => void indexedDB.deleteDatabase('meadow-member'))
    await page.goto(`/post/${postId}`)
    await page.getByText('As bright as last year').waitFor()
    await storeQueries(page)
    expect((await readStoredQueryKeys(page)).some((key) => key.includes(postId))).toBe(true)
  })
})

/** Returns true if the service worker can reach the server: no release has this file, so the worker asks for it. */
const canWorkerReachServer = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    fetch('/assets/none.000000000000.css').then(
      () => true,
      () => false,
    ),
  )
