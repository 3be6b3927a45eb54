import { createUniqueAccount } from '@meadow/testing/accounts'
import { type ApiMember, createApiClient } from '@meadow/testing/api-client'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './src/fixtures.ts'
import { followSilentMembers } from './src/silent-members.ts'

const STACK = `Z${'\u0301'.repeat(30)}${'\u0323'.repeat(30)}`
/** The difference of a channel of a pixel that is drawn again. */
const NOISE = 8
const TEXTS = ['The swifts are back.', STACK, 'The quinces are ripe.']

let reader: ApiMember
let writer: ApiMember
let postId = ''

test.beforeAll(async ({ product }) => {
  const { register, call, makeMutualFollowers, sendMessage } = createApiClient(product.stack.url)
  reader = await register(createUniqueAccount('Rita Reader'))
  writer = await register({ ...createUniqueAccount('Will Writer'), fullName: `${STACK} Writer` })
  await followSilentMembers(createApiClient(product.stack.url), reader)
  await makeMutualFollowers(reader, writer)
  for (const text of TEXTS) {
    const { _id } = await call<{ _id: string }>('/posts', { by: writer, body: { content: text } })
    postId = _id
  }
  for (const text of TEXTS) {
    await call(`/posts/${postId}/comments`, { by: writer, body: { text } })
    await sendMessage(writer, reader, text)
  }
})
test.afterAll(({ product }) => product.closeWindows())

test('stacked accents in a name, a post, a comment and a message do not cover others', async ({ product }) => {
  const { page } = await product.openSignedIn(reader.account, { viewport: { width: 1280, height: 900 } })
  await expectToCoverNothing(page.getByRole('feed').first().getByRole('article'))
  await page.goto(`/post/${postId}`)
  await expectToCoverNothing(page.getByRole('main').getByRole('listitem'))
  await page.goto(`/chat/${writer.account.username}`)
  await expectToCoverNothing(page.getByRole('log').getByRole('article'))
})

/** Expects that the neighbours of the second entry look the same with and without its content, which has stacked accents. */
async function expectToCoverNothing(entries: Locator): Promise<void> {
  const [before, entry, after] = [entries.nth(0), entries.nth(1), entries.nth(2)]
  const isCovering = async () => {
    const shoot = async () => Promise.all([await before.screenshot(), await after.screenshot()].map(readPixels))
    const shown = await shoot()
    await setStyle(entry.locator('> *'), 'visibility', 'hidden')
    const alone = await shoot()
    await setStyle(entry.locator('> *'), 'visibility', '')
    return shown.some((pixels, at) =>
      pixels.some((value, index) => Math.abs(value - (alone[at]?.[index] ?? 0)) > NOISE),
    )
  }
  await expect(after).toBeInViewport()
  expect(await isCovering()).toBe(false)
  await setStyle(entry.getByText(STACK, { exact: true }), 'clip-path', 'none')
  expect(await isCovering()).toBe(true) // otherwise the font does not stack them
}

const readPixels = (image: Buffer): Promise<Buffer> => sharp(image).raw().toBuffer()

const setStyle = (locator: Locator, name: string, value: string) =>
  locator.evaluateAll(
    (elements: HTMLElement[], [key, to]) => {
      for (const { style } of elements) style.setProperty(key, to)
    },
    [name, value] as const,
  )
