import { createUniqueAccount } from '@meadow/testing/accounts'
import { createApiClient } from '@meadow/testing/api-client'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { findPost } from './src/pages/member-actions.ts'
import { readSignedInMember } from './src/silent-members.ts'

const POSTS = 40
/** More posts than fit on five screens. */
const MANY = 25

const textOf = (number: number) => `The ${number}. walk along the river.`

test.describe('a feed that is scrolled to its end', () => {
  test.describe.configure({ mode: 'serial' })
  let window: BrowserWindow
  test.beforeAll(async ({ product }) => {
    const nils = createUniqueAccount('Nils Hagen')
    window = await product.openSignedUp(nils)
    const { call } = createApiClient(product.stack.url)
    const by = await readSignedInMember(window.page)
    for (let number = 1; number <= POSTS; number++) await call('/posts', { by, body: { content: textOf(number) } })
    await window.page.goto(`/profile/${nils.username}`)
    await scrollToPost(window.page, 1)
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('has an element for every post, and renders only those near the screen', async () => {
    const { page } = window
    const feed = page.getByRole('feed')
    await expect(feed.getByRole('article')).toHaveCount(POSTS)
    const whole = feed.getByRole('article').filter({ has: page.locator('[data-like]') })
    expect(await whole.count()).toBeLessThan(MANY)
    const last = findPost(page, textOf(1))
    await expect(last).toHaveAttribute('aria-posinset', '40')
    await expect(last).toHaveAttribute('aria-setsize', '40')
  })

  test('restores the scroll position after going back', async () => {
    const { page } = window
    const post = await scrollToPost(page, 20, -1)
    await page.waitForFunction(() => scrollY > 0)
    const before = await topOf(page, 20)
    await post.getByRole('time').click()
    await page.getByRole('heading', { level: 1, name: 'Post' }).waitFor({ state: 'attached' })
    await page.goBack()
    await findPost(page, textOf(20)).waitFor()
    await page.waitForFunction(
      ([text, top]) => {
        const posts = [...document.querySelectorAll('article')]
        const found = posts.find(({ textContent }) => textContent.includes(String(text)))
        return found && Math.abs(found.getBoundingClientRect().top - Number(top)) < 2
      },
      [textOf(20), before],
    )
  })

  test('supports keyboard navigation down and up past unrendered posts', async () => {
    const { page } = window
    await findPost(page, textOf(20)).focus()
    for (let steps = 0; steps < 15; steps++) await page.keyboard.press('k')
    await expect(page.locator(':focus')).toContainText(textOf(35))
    await page.keyboard.press('l')
    await findPost(page, textOf(35)).getByText('1 like', { exact: true }).waitFor()
  })

  test('shows no error and violates no security policy', () => {
    expect(window.problems).toEqual([])
  })
})

/** Scrolls down, or up with -1, until the post with this number is rendered and visible. */
async function scrollToPost(page: Page, number: number, direction: 1 | -1 = 1) {
  const post = findPost(page, textOf(number))
  await page.getByRole('feed').waitFor()
  while (!(await post.isVisible())) {
    await page.mouse.wheel(0, direction * 700)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await post.scrollIntoViewIfNeeded()
  return post
}

const topOf = (page: Page, number: number) =>
  findPost(page, textOf(number)).evaluate((post) => post.getBoundingClientRect().top)
