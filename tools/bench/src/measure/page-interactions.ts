import type { Browser, Page } from '@playwright/test'
import { openSlowWindow, readPageMetrics, type SignedInState } from './slow-window.ts'

export type ScrollResult = { nodes: number[]; longest: number }

const PAGES_TO_SCROLL = 20
const TYPED_TEXT = 'The path along the river is dry again, all the way to the old mill.'

/** Scrolls through the feed, and likes or unlikes a post on each page. Counts the elements of the document after each page. */
export async function scrollFeed(browser: Browser, url: string, signed: SignedInState): Promise<ScrollResult> {
  await using window = await openSlowWindow(browser, url, signed)
  const { page } = window
  await page.goto('/home')
  await page.getByRole('article').first().waitFor()
  const nodes: number[] = []
  for (let index = 0; index < PAGES_TO_SCROLL; index++) {
    const response = page.waitForResponse((candidate) => /\/api\/posts\?/.test(candidate.url()))
    await scrollUntil(page, response)
    await page
      .getByRole('article')
      .getByRole('button', { name: /^(Like|Unlike)/ })
      .last()
      .click()
    nodes.push(await page.evaluate(() => document.querySelectorAll('*').length))
  }
  return { nodes, longest: (await readPageMetrics(page)).slowestInteractionMs }
}

/** Scrolls down until the promise resolves. */
async function scrollUntil(page: Page, promise: Promise<unknown>): Promise<void> {
  let isSettled = false
  const over = promise.then(() => {
    isSettled = true
  })
  while (!isSettled) {
    await page.mouse.wheel(0, 2_000)
    await Promise.race([over, page.waitForTimeout(300)])
  }
}

/** Types a sentence in a chat. Returns the slowest interaction in ms. */
export async function typeInChat(
  browser: Browser,
  url: string,
  signed: SignedInState,
  username: string,
): Promise<number> {
  await using window = await openSlowWindow(browser, url, signed)
  const { page } = window
  await page.goto(`/chat/${username}`)
  await page.getByRole('log').getByRole('article').first().waitFor()
  const field = page.getByRole('textbox', { name: /^Message / })
  await field.click()
  await field.pressSequentially(TYPED_TEXT, { delay: 60 })
  return (await readPageMetrics(page)).slowestInteractionMs
}
