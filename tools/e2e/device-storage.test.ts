import { type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import type { Product } from './src/open-product.ts'
import { createChatPage } from './src/pages/chat-page.ts'
import { readDeviceMember, readDeviceStorage } from './src/pages/device-storage.ts'
import { findPost, waitForHome } from './src/pages/member-actions.ts'
import { waitForReleases } from './src/pages/service-worker.ts'
import { storeQueries } from './src/pages/stored-queries.ts'

const DAY_MS = 24 * 60 * 60_000

test.use({ trace: 'off' }) // the browser ends while a trace begins beside a service worker
test.afterEach(({ product }) => product.closeWindows())

/** Returns the paths in the caches of the service worker whose names begin with `name`, without the mark of a member's cache. */
const readCachedPaths = async (page: Page, name: RegExp): Promise<string[]> =>
  Object.entries((await readDeviceStorage(page)).caches)
    .flatMap(([cacheName, urls]) => (name.test(cacheName) ? urls : []))
    .map((url) => new URL(url).pathname)
    .filter((path) => path !== '/meadow-member')

/** Signs in through the form that a page shows after the end of its session. */
async function signInHere(page: Page, { account }: ApiMember): Promise<void> {
  await page.getByLabel('Email or Username').fill(account.username)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const MEMBER_MEDIA = /^meadow-member-media/
const PUBLIC_MEDIA = /^meadow-media$/

test('a sign-out removes all personal data from the device', async ({ product }) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben] = [await calls.register('Ada Moss'), await calls.register('Ben Reed')]
  await calls.makeMutualFollowers(ada, ben)
  const picture = await drawSamplePicture()
  const image = await calls.uploadPicture(ben, 'post', picture)
  await calls.call('/posts', { by: ben, body: { content: 'The hills at noon', image, alt: 'Hills' } })
  await calls.sendPicture(ben, ada, picture)
  await calls.sendMessage(ben, ada, 'Bring the blue lantern')

  const { page } = await product.openSignedIn(ada.account, { serviceWorkers: 'allow' })
  await waitForReleases(page)
  await expect.poll(() => readDeviceMember(page)).toBe(ada._id)
  await page.goto('/home')
  await findPost(page, 'The hills at noon').getByRole('img', { name: 'Hills' }).waitFor()
  await storeQueries(page)
  await page.goto(`/chat/${ben.account.username}`)
  const chat = createChatPage(page)
  await chat.message('Bring the blue lantern').waitFor()
  await chat.field.fill('A draft for nobody else')
  await storeQueries(page)
  const personalTexts = [ada._id, ada.account.username, 'blue lantern', 'A draft for nobody else', '/media/c/']
  const findPersonalTexts = async () => {
    const stored = JSON.stringify(await readDeviceStorage(page))
    return personalTexts.filter((text) => stored.includes(text))
  }
  await expect.poll(findPersonalTexts).toEqual(personalTexts)
  await expect.poll(() => readCachedPaths(page, MEMBER_MEDIA)).toEqual([expect.stringMatching('^/media/c/')])
  await expect.poll(() => readCachedPaths(page, PUBLIC_MEDIA)).not.toEqual([])

  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await expect.poll(findPersonalTexts).toEqual([])
  const { caches, databases } = await readDeviceStorage(page)
  expect(Object.keys(caches).filter((name) => MEMBER_MEDIA.test(name))).toEqual([])
  expect(Object.keys(databases).filter((name) => name.startsWith('meadow-member/'))).toEqual([])
})

test('a member finds nothing of another one whose session in this browser was revoked', async ({ product }) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben, cleo] = [
    await calls.register('Ada Moss'),
    await calls.register('Ben Reed'),
    await calls.register('Cleo Finch'),
  ]
  await calls.makeMutualFollowers(ada, ben)
  await calls.makeMutualFollowers(cleo, ben)
  await calls.sendPicture(ben, ada, await drawSamplePicture())
  await calls.sendMessage(ben, ada, 'Bring the blue lantern')
  const { page } = await product.openSignedIn(ada.account, { serviceWorkers: 'allow' })
  await waitForReleases(page)
  await page.goto('/home')
  await page.getByRole('button', { name: "What's on your mind?" }).click()
  await page.getByRole('dialog').getByLabel("What's on your mind?").fill('A post that is not finished')
  await page.goto(`/chat/${ben.account.username}`)
  const chat = createChatPage(page)
  await chat.message('Bring the blue lantern').waitFor()
  await chat.field.fill('A draft for nobody else')
  const draftPicture = { name: 'barn.png', mimeType: 'image/png', buffer: await drawSamplePicture() }
  await page
    .getByRole('region', { name: /^Chat with/ })
    .locator('input[type=file]')
    .setInputFiles(draftPicture)
  await expect.poll(async () => (await readDeviceStorage(page)).databases['meadow-member/drafts']).toHaveLength(1)
  await storeQueries(page)
  await page.reload() // stores the scroll positions
  await expect(chat.field).toHaveValue('A draft for nobody else')
  const privateTexts = [`member:${ada._id}`, 'blue lantern', 'A draft for', 'not finished', '/media/c/']
  const personalTexts = [ada._id, ada.account.username, ...privateTexts]
  const findPersonalTexts = async (texts: string[]) => {
    const stored = JSON.stringify(await readDeviceStorage(page))
    return texts.filter((text) => stored.includes(text))
  }
  await expect.poll(() => findPersonalTexts(personalTexts)).toEqual(personalTexts)
  await expect.poll(() => readDeviceMember(page)).toBe(ada._id)

  await calls.call('/auth/sessions', { by: ada, method: 'DELETE', body: { password: ada.account.password } })
  await page.getByText('Your session has ended').waitFor()
  await signInHere(page, cleo)
  await page.getByRole('heading', { name: 'Welcome Back!' }).waitFor() // not the page of Ada
  await expect.poll(() => findPersonalTexts([...personalTexts, ben.account.username])).toEqual([])
  await page.goto('/home')
  await waitForHome(page)
  await page.goto(`/chat/${ben.account.username}`)
  await expect(chat.field).toHaveValue('')
  await expect.poll(() => findPersonalTexts(privateTexts)).toEqual([]) // Ada may be suggested to Cleo
  await expect.poll(() => readDeviceMember(page)).toBe(cleo._id)
})

test.describe('pictures of conversations in a browser that two members use', () => {
  /** Opens the conversation of a member who got a picture, and returns its path in the cache. */
  async function openWithPicture(product: Product) {
    const calls = createApiClient(product.stack.url)
    const [ada, ben] = [await calls.register('Ada Moss'), await calls.register('Ben Reed')]
    await calls.makeMutualFollowers(ada, ben)
    await calls.sendPicture(ben, ada, await drawSamplePicture())
    const { page } = await product.openSignedIn(ada.account, { serviceWorkers: 'allow' })
    await waitForReleases(page)
    await page.goto(`/chat/${ben.account.username}`)
    await expect.poll(() => readCachedPaths(page, MEMBER_MEDIA)).toHaveLength(1)
    const [path = ''] = await readCachedPaths(page, MEMBER_MEDIA)
    return { calls, ada, ben, page, path }
  }
  const fetchStatus = (page: Page, path: string) => page.evaluate(async (url) => (await fetch(url)).status, path)
  const waitForSignIn = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()

  test('are not there for the next member after the session was ended from elsewhere', async ({ product }) => {
    const { calls, ada, page, path } = await openWithPicture(product)
    expect(await fetchStatus(page, path)).toBe(200) // from the cache: the address has no signature
    await calls.call('/auth/sessions', { by: ada, method: 'DELETE', body: { password: ada.account.password } })
    await waitForSignIn(page)
    await expect.poll(() => readCachedPaths(page, MEMBER_MEDIA)).toEqual([])
    const next = await calls.register('Cleo Finch')
    await signInHere(page, next)
    await page.getByRole('heading', { name: 'Welcome Back!' }).waitFor()
    expect(await fetchStatus(page, path)).toBe(403)
  })

  test('are removed by a sign-out on a page that the service worker does not control', async ({ product }) => {
    const { page } = await openWithPicture(product)
    const session = await page.context().newCDPSession(page)
    await Promise.all([page.waitForEvent('load'), session.send('Page.reload', { ignoreCache: true })]) // as with Shift
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
    await page.getByRole('button', { name: 'Log out' }).click()
    await waitForSignIn(page)
    await expect.poll(() => readCachedPaths(page, MEMBER_MEDIA)).toEqual([])
  })

  test('are not stored if the sign-out comes while they load', async ({ product }) => {
    const { page } = await openWithPicture(product)
    const arrived = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const body = await drawSamplePicture()
    await page.context().route('**/media/c/late.png', async (route) => {
      arrived.resolve()
      await released.promise
      await route.fulfill({ body, contentType: 'image/png' })
    })
    const loaded = page.evaluate(async () => (await fetch('/media/c/late.png')).status)
    await arrived.promise
    await page.getByRole('button', { name: 'Log out' }).click()
    await waitForSignIn(page)
    await expect.poll(() => readCachedPaths(page, MEMBER_MEDIA)).toEqual([])
    released.resolve()
    expect(await loaded).toBe(200)
    expect(await fetchStatus(page, '/media/c/other.png')).not.toBe(200) // the worker is done with the late one
    expect(await readCachedPaths(page, MEMBER_MEDIA)).toEqual([])
  })
})

test('cached pictures have a bound in number and age', async ({ product }) => {
  const calls = createApiClient(product.stack.url)
  const { account } = await calls.register('Vera Thistle')
  const { page } = await product.openSignedIn(account, { serviceWorkers: 'allow' })
  await waitForReleases(page)
  const body = await drawSamplePicture()
  await page.context().route('**/media/*/bound-*', (route) => route.fulfill({ body, contentType: 'image/png' }))
  const load = (folder: 'p' | 'c', from: number, to: number) =>
    page.evaluate(
      async ([folder, from, to]) => {
        for (let index = from; index < to; index++)
          await fetch(`/media/${folder}/bound-${index}.png?signature=${index}`)
      },
      [folder, from, to] as const,
    )
  const readIndexes = async (name: RegExp) =>
    (await readCachedPaths(page, name))
      .flatMap((path) => /bound-(\d+)/.exec(path)?.[1] ?? [])
      .map(Number)
      .toSorted((one, other) => one - other)
  const listIndexes = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

  await load('c', 0, 105)
  await expect.poll(() => readIndexes(MEMBER_MEDIA)).toEqual(listIndexes(5, 105))
  await load('p', 0, 310)
  await expect.poll(() => readIndexes(PUBLIC_MEDIA)).toEqual(listIndexes(10, 310))

  await ageCacheEntries(page, ['bound-50.png', 'bound-51.png'], 31 * DAY_MS)
  await load('c', 105, 106)
  const isYoung = (index: number) => index !== 50 && index !== 51
  await expect.poll(() => readIndexes(MEMBER_MEDIA)).toEqual(listIndexes(5, 106).filter(isYoung))
})

/** Makes entries of the cache of conversations older, as if they had been stored then. */
const ageCacheEntries = (page: Page, names: string[], ageMs: number): Promise<void> =>
  page.evaluate(
    async ([names, ageMs]) => {
      const cacheName = (await caches.keys()).find((name) => name.startsWith('meadow-member-media')) ?? ''
      const cache = await caches.open(cacheName)
      for (const request of await cache.keys()) {
        if (!names.some((name) => request.url.endsWith(name))) continue
        const headers = new Headers({ 'x-stored-at': String(Date.now() - ageMs) })
        await cache.put(request, new Response('', { headers }))
      }
    },
    [names, ageMs] as const,
  )
