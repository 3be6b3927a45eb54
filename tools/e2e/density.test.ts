import { createUniqueAccount } from '@meadow/testing/accounts'
import { type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { followSilentMembers } from './src/silent-members.ts'

const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Limits of `LOOK.md` in pixels. */
const MAX_HEIGHT = { oneLinePost: 150, picturePost: 720, alert: 96, conversation: 64 }
const MAX_FIRST_POST_TOP = 200
const MIN_VISIBLE_POSTS = 2.5

/** Posts like those of the demo community, oldest first: two lines each, one in three with a picture. */
const TEXTS = [
  'Swapped a jar of starter for a bag of quinces. I think I won, but so does the other side, which is the best kind of swap.',
  'The choir has voted for the difficult version. I have voted for more biscuits in the break.',
  'Mowed half, left half. The left half is humming so loudly that the mowed half looks a bit embarrassed.',
]
const LINE = 'The swifts are back.'
const PICTURE_SIZES = { square: [1200, 1200], tall: [900, 1600] } as const

let reader: ApiMember

test.describe('the density of', () => {
  test.describe.configure({ mode: 'serial' })

  test.beforeAll(async ({ product }) => {
    const { register, call, uploadPicture, makeMutualFollowers, sendMessage } = createApiClient(product.stack.url)
    reader = await register(createUniqueAccount('Rita Reader'))
    const writer = await register(createUniqueAccount('Will Writer'))
    await followSilentMembers(createApiClient(product.stack.url), reader)
    await makeMutualFollowers(reader, writer)
    const post = (content: string, url?: string) =>
      call<{ _id: string }>('/posts', { by: reader, body: { content, pictures: url ? [{ url, alt: 'A hill' }] : [] } })
    const tall = await uploadPicture(reader, 'post', await drawSamplePicture('noon', ...PICTURE_SIZES.tall))
    await post('A tall picture.', tall)
    await post(LINE)
    const square = await uploadPicture(reader, 'post', await drawSamplePicture('noon', ...PICTURE_SIZES.square))
    for (const [index, text] of TEXTS.entries()) {
      const { _id } = await post(text, index === TEXTS.length - 1 ? square : undefined)
      await call(`/posts/${_id}/comments`, { by: writer, body: { text: 'They have said it, with kindness.' } })
    }
    await sendMessage(writer, reader, 'See you at the choir on Thursday, and bring the biscuits.')
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('the feed on a desktop', async ({ product }) => {
    const { page } = await product.openSignedIn(reader.account, DESKTOP)
    const articles = page.getByRole('feed').first().getByRole('article')
    await expect(articles.filter({ hasText: LINE })).toBeVisible()
    expect(await measureHeight(articles.filter({ hasText: LINE }))).toBeLessThanOrEqual(MAX_HEIGHT.oneLinePost)
    for (const text of [TEXTS.at(-1) ?? '', 'A tall picture.']) {
      expect(await measureHeight(articles.filter({ hasText: text }))).toBeLessThanOrEqual(MAX_HEIGHT.picturePost)
    }
    expect(await countVisiblePosts(page)).toBeGreaterThanOrEqual(MIN_VISIBLE_POSTS)
  })

  test('the feed on the phone', async ({ product }) => {
    const { page } = await product.openSignedIn(reader.account, PHONE)
    const first = page.getByRole('article').first()
    await expect(first.getByRole('img').last()).toBeVisible()
    expect((await first.boundingBox())?.y).toBeLessThanOrEqual(MAX_FIRST_POST_TOP)
  })

  test('alerts and the inbox', async ({ product }) => {
    const { page } = await product.openSignedIn(reader.account, DESKTOP)
    for (const [path, max] of [
      ['/alert', MAX_HEIGHT.alert],
      ['/inbox', MAX_HEIGHT.conversation],
    ] as const) {
      await page.goto(path)
      const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Will' })
      await expect(rows.first()).toBeVisible()
      for (const row of await rows.all()) expect(await measureHeight(row)).toBeLessThanOrEqual(max)
    }
  })
})

const measureHeight = async (row: Locator) => (await row.boundingBox())?.height ?? Infinity

/** Counts the posts on the first screen. A post at its edge counts by its visible part. */
const countVisiblePosts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('article')]
      .map((post) => post.getBoundingClientRect())
      .map(({ top, bottom, height }) => Math.max(0, Math.min(bottom, innerHeight) - top) / height)
      .reduce((sum, part) => sum + part, 0),
  )
