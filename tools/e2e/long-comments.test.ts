import type { CommentView, PostView } from '@meadow/contracts'
import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'

const COMMENTS = 1_000
/** Comments that are written at the same time. */
const AT_ONCE = 5
/** More comments than are near the screen. */
const MANY = 120
/** The largest movement, in pixels, that is not visible. */
const STILL_PX = 2

test.describe('a post with a thousand comments', () => {
  test.describe.configure({ mode: 'serial' })
  let calls: ApiClient
  let ada: ApiMember
  let post: PostView
  let window: BrowserWindow

  test.beforeAll(async ({ product }) => {
    calls = createApiClient(product.stack.url)
    ada = await calls.register('Ada Moss')
    post = await calls.call<PostView>('/posts', { by: ada, body: { content: 'What did you see today?' } })
    for (let first = 1; first <= COMMENTS; first += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => addComment(first + at)))
    window = await product.openSignedIn(ada.account)
    await window.page.goto(`/post/${post._id}`)
  })
  test.afterAll(({ product }) => product.closeWindows())

  const addComment = async (number: number) => {
    const body = { text: `Bird ${number}.${' It sang for a long while, and then it flew away.'.repeat(number % 5)}` }
    return (await calls.call<{ comment: CommentView }>(`/posts/${post._id}/comments`, { by: ada, body })).comment
  }

  test('loads all of them by scrolling, and renders only those near the screen', async () => {
    const { page } = window
    const comments = page.locator('[data-comment-id]')
    await scrollUntil(page, 700, async () => (await comments.count()) >= COMMENTS)
    await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
    await expect(comments).toHaveCount(COMMENTS)
    await expect.poll(() => countRendered(comments)).toBeLessThan(MANY)
  })

  test('moves nothing that is read on the way back', async () => {
    const movements = await window.page.evaluate(measureMovements)
    expect(movements.length).toBeGreaterThan(10)
    expect(movements.filter((movement) => !(movement <= STILL_PX))).toEqual([])
    expect(await window.page.evaluate(() => scrollY)).toBe(0)
  })

  test('keeps a reply that is being written, with its cursor, however far it is scrolled away', async () => {
    const { page } = window
    const first = page.locator('[data-comment-id]').first()
    await first.getByRole('button', { name: /^Reply to/ }).click()
    const field = first.getByRole('textbox')
    await field.fill('I saw it too')
    await page.keyboard.press('Home')
    await field.blur()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
    await expect(first).not.toBeInViewport()
    await page.evaluate(() => scrollTo(0, 0))
    await expect(field).toHaveValue('I saw it too')
    expect(await field.evaluate((element: HTMLTextAreaElement) => element.selectionStart)).toBe(0)
    await field.fill('')
  })

  test('shows a comment that a link names in the middle, and gives it the focus', async () => {
    const { page } = window
    const middle = page.locator('[data-comment-id]').nth(COMMENTS / 2)
    await middle.scrollIntoViewIfNeeded()
    const id = await middle.getAttribute('data-comment-id')
    await middle
      .getByRole('link')
      .filter({ has: page.getByRole('time') })
      .click()
    await page.waitForURL(`**/post/${post._id}?comment=${id}`)
    const linked = page.locator(`[data-comment-id="${id}"]`)
    await expect(linked).toBeFocused()
    await expect(linked).toBeInViewport()
    await expect(linked.getByRole('time').first()).toBeVisible()
  })

  test('shows no error', () => {
    expect(window.problems).toEqual([])
  })
})

const countRendered = (comments: Locator): Promise<number> =>
  comments.evaluateAll((elements) => elements.filter((element) => element.childElementCount > 0).length)

/** Scrolls down until a condition is true. */
async function scrollUntil(page: Page, step: number, isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) {
    await page.evaluate(async (pixels) => {
      scrollBy(0, pixels)
      await new Promise(requestAnimationFrame)
    }, step)
  }
}

/** Scrolls to the top in steps that are larger than what is rendered. Returns by how many pixels what is then on the screen still moves. */
async function measureMovements(): Promise<number[]> {
  const waitForFrames = async (count: number) => {
    for (let left = count; left > 0; left -= 1) await new Promise(requestAnimationFrame)
  }
  const movements: number[] = []
  while (scrollY > 0) {
    scrollBy(0, -4 * innerHeight)
    await waitForFrames(1)
    const comments = [...document.querySelectorAll('[data-comment-id]')]
    const anchor = comments.find((comment) => comment.getBoundingClientRect().top >= 0)
    const before = anchor?.getBoundingClientRect().top ?? 0
    await waitForFrames(10)
    movements.push(Math.abs((anchor?.getBoundingClientRect().top ?? 0) - before))
  }
  return movements
}
