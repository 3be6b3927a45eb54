import { createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { createChatPage } from './src/pages/chat-page.ts'
import { readDeviceMember, readDeviceStorage } from './src/pages/device-storage.ts'
import { findPost } from './src/pages/member-actions.ts'
import { waitForReleases } from './src/pages/service-worker.ts'
import { storeQueries } from './src/pages/stored-queries.ts'

const DAY_MS = 24 * 60 * 60_000

test.use({ trace: 'off' }) // the browser ends while a trace begins beside a service worker
test.afterEach(({ product }) => product.closeWindows())

/** Returns the paths in a cache of the service worker. */
const readCachedPaths = async (page: Page, name: string): Promise<string[]> =>
  ((await readDeviceStorage(page)).caches[name] ?? []).map((url) => new URL(url).pathname)

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
  await expect.poll(() => readCachedPaths(page, 'meadow-member-media')).toEqual([expect.stringMatching('^/media/c/')])
  await expect.poll(() => readCachedPaths(page, 'meadow-media')).not.toEqual([])

  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await expect.poll(findPersonalTexts).toEqual([])
  const { caches, databases } = await readDeviceStorage(page)
  expect(Object.keys(caches)).not.toContain('meadow-member-media')
  expect(Object.keys(databases).filter((name) => name.startsWith('meadow-member/'))).toEqual([])
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
  const readIndexes = async (name: string) =>
    (await readCachedPaths(page, name))
      .flatMap((path) => /bound-(\d+)/.exec(path)?.[1] ?? [])
      .map(Number)
      .toSorted((one, other) => one - other)
  const listIndexes = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

  await load('c', 0, 105)
  await expect.poll(() => readIndexes('meadow-member-media')).toEqual(listIndexes(5, 105))
  await load('p', 0, 310)
  await expect.poll(() => readIndexes('meadow-media')).toEqual(listIndexes(10, 310))

  await ageCacheEntries(page, ['bound-50.png', 'bound-51.png'], 31 * DAY_MS)
  await load('c', 105, 106)
  const isYoung = (index: number) => index !== 50 && index !== 51
  await expect.poll(() => readIndexes('meadow-member-media')).toEqual(listIndexes(5, 106).filter(isYoung))
})

/** Makes entries of the cache of conversations older, as if they had been stored then. */
const ageCacheEntries = (page: Page, names: string[], ageMs: number): Promise<void> =>
  page.evaluate(
    async ([names, ageMs]) => {
      const opening = indexedDB.open('workbox-expiration')
      await new Promise((resolve, reject) => Object.assign(opening, { onsuccess: resolve, onerror: reject }))
      const transaction = opening.result.transaction('cache-entries', 'readwrite')
      const store = transaction.objectStore('cache-entries')
      const reading = store.getAll()
      await new Promise((resolve, reject) => Object.assign(reading, { onsuccess: resolve, onerror: reject }))
      for (const entry of reading.result) {
        const isOld = entry.cacheName === 'meadow-member-media' && names.some((name) => entry.url.endsWith(name))
        if (isOld) store.put({ ...entry, timestamp: Date.now() - ageMs })
      }
      await new Promise((resolve, reject) => Object.assign(transaction, { oncomplete: resolve, onerror: reject }))
      opening.result.close()
    },
    [names, ageMs] as const,
  )
