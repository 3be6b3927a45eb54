import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { aPerson } from '@meadow/testing/accounts'
import { createCalls } from '@meadow/testing/api-client'
import type { Page } from 'playwright-core'
import { callerOn } from './src/company.ts'
import { postWith } from './src/members.ts'
import { openProduct, type Product } from './src/product.ts'
import type { Window } from './src/window.ts'

const POSTS = 40
/** More than five screens of posts hold. */
const MANY = 25

const textOf = (number: number) => `The ${number}. walk along the river.`

describe('a feed that somebody has scrolled to its end', () => {
  let product: Product
  let window: Window
  beforeAll(async () => {
    product = await openProduct()
    const nils = aPerson('Nils Hagen')
    window = await product.openNew(nils)
    const { call } = createCalls(product.stack.url)
    const by = await callerOn(window.page)
    for (let number = 1; number <= POSTS; number++) await call('/posts', { by, body: { content: textOf(number) } })
    await window.page.goto(`/profile/${nils.username}`)
    await scrollToPost(window.page, 1)
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

  it('has a place for every post, and only those near the screen are whole', async () => {
    const { page } = window
    const feed = page.getByRole('feed')
    expect(await feed.getByRole('article').count()).toBe(POSTS)
    const whole = feed.getByRole('article').filter({ has: page.locator('[data-like]') })
    expect(await whole.count()).toBeLessThan(MANY)
    const last = postWith(page, textOf(1))
    expect([await last.getAttribute('aria-posinset'), await last.getAttribute('aria-setsize')]).toEqual(['40', '40'])
  })

  it('shows a post where it was for who comes back to it', async () => {
    const { page } = window
    const post = await scrollToPost(page, 20, -1)
    await page.waitForFunction(() => scrollY > 0)
    const before = await topOf(page, 20)
    await post.getByRole('link', { name: '0 comments' }).click()
    await page.getByRole('heading', { level: 1, name: 'Post' }).waitFor({ state: 'attached' })
    await page.goBack()
    await postWith(page, textOf(20)).waitFor()
    await page.waitForFunction(
      ([text, top]) => {
        const posts = [...document.querySelectorAll('article')]
        const found = posts.find(({ textContent }) => textContent.includes(String(text)))
        return found && Math.abs(found.getBoundingClientRect().top - Number(top)) < 2
      },
      [textOf(20), before],
    )
  })

  it('lets one walk on by keys from there, and up again to where nothing was whole', async () => {
    const { page } = window
    await postWith(page, textOf(20)).focus()
    for (let steps = 0; steps < 15; steps++) await page.keyboard.press('k')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(textOf(35))
    await page.keyboard.press('l')
    await postWith(page, textOf(35)).getByText('1 like', { exact: true }).waitFor()
  })

  it('breaks no script and no rule of the security policy', () => {
    expect(window.problems).toEqual([])
  })
})

/** Scrolls down, or with -1 up, until the post of this number is whole and on the screen. */
async function scrollToPost(page: Page, number: number, direction: 1 | -1 = 1) {
  const post = postWith(page, textOf(number))
  await page.getByRole('feed').waitFor()
  while (!(await post.isVisible())) {
    await page.mouse.wheel(0, direction * 700)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await post.scrollIntoViewIfNeeded()
  return post
}

const topOf = (page: Page, number: number) =>
  postWith(page, textOf(number)).evaluate((post) => post.getBoundingClientRect().top)
