import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../src/browser.ts'
import { atHome } from '../src/members.ts'
import { type Stack, startCommunity, startStack } from '../src/stack.ts'
import { openWindow } from '../src/window.ts'

const PATIENCE = 300_000

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const offered = /^Sign in as /

it(
  'begins with a community in which one can look around as three of its members',
  async () => {
    await using stack = await startCommunity()
    const { page } = await openWindow(browser, stack.url)
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign in as Mara Lindqvist' }).waitFor()
    expect(await page.getByRole('button', { name: offered }).count()).toBe(3)
    await page.getByRole('button', { name: 'Sign in as Mara Lindqvist' }).click()
    await page.getByRole('button', { name: 'Go to Home' }).click()
    await atHome(page)

    await page.getByRole('article').nth(4).waitFor()
    const bar = page.getByRole('banner')
    await bar.getByRole('link', { name: /^Alerts.*\d/ }).click()
    await page
      .getByText(/started following you/)
      .first()
      .waitFor()
    await bar.getByRole('link', { name: /^Inbox.*\d/ }).click()
    const talks = page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
    await talks.getByRole('link', { name: 'Kofi Mensah' }).click()
    await page.getByText('See you at the barn at six then').last().waitFor()

    expect(await begunAgain(stack)).toEqual({ filled: false, offered: 3 })
  },
  PATIENCE,
)

it(
  'begins with nobody when asked to',
  async () => {
    await using stack = await startStack()
    const { page } = await openWindow(browser, stack.url)
    const answered = page.waitForResponse('**/api/auth/demo-accounts')
    await page.goto('/')
    expect(await (await answered).json()).toEqual({ accounts: [] })
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: offered }).count()).toBe(0)
  },
  PATIENCE,
)

/** What a second start makes of it. */
async function begunAgain(stack: Stack) {
  const notes = () => readFile(join(stack.dataDir, 'community.jsonl'), 'utf8')
  const before = await notes()
  await stack.stop()
  await stack.start()
  const { accounts } = await (await fetch(`${stack.url}/api/auth/demo-accounts`)).json()
  return { filled: (await notes()) !== before, offered: accounts.length }
}
