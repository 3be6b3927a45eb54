import type { Browser, Page } from 'playwright-core'
import { openSlowWindow, readNoted, type Signed } from './slow-window.ts'

export type Scrolled = { nodes: number[]; longest: number }

const PAGES = 20
const TYPED = 'The path along the river is dry again, all the way to the old mill.'

/** Scrolls through so many pages of the feed and likes a post on each; counts what the document holds after each. */
export async function scrollFeed(browser: Browser, url: string, signed: Signed): Promise<Scrolled> {
  await using window = await openSlowWindow(browser, url, signed)
  const { page } = window
  await page.goto('/home')
  await page.getByRole('article').first().waitFor()
  const nodes: number[] = []
  for (let turn = 0; turn < PAGES; turn++) {
    const answered = page.waitForResponse((answer) => /\/api\/posts\?/.test(answer.url()))
    await scrollUntil(page, answered)
    await page
      .getByRole('article')
      .getByRole('button', { name: /^(Like|Unlike)/ })
      .last()
      .click()
    nodes.push(await page.evaluate(() => document.querySelectorAll('*').length))
  }
  return { nodes, longest: (await readNoted(page)).longest }
}

/** Scrolls on until it has happened. */
async function scrollUntil(page: Page, happened: Promise<unknown>): Promise<void> {
  let isOver = false
  const over = happened.then(() => {
    isOver = true
  })
  while (!isOver) {
    await page.mouse.wheel(0, 2_000)
    await Promise.race([over, page.waitForTimeout(300)])
  }
}

/** Types a sentence in the chat with a member; answers how long (ms) the slowest key took to show. */
export async function typeInChat(browser: Browser, url: string, signed: Signed, username: string): Promise<number> {
  await using window = await openSlowWindow(browser, url, signed)
  const { page } = window
  await page.goto(`/chat/${username}`)
  await page.getByRole('log').getByRole('article').first().waitFor()
  const field = page.getByRole('textbox', { name: /^Message / })
  await field.click()
  await field.pressSequentially(TYPED, { delay: 60 })
  return (await readNoted(page)).longest
}
