import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { openBrowser } from './src/browser.ts'
import { aPerson, signUp, untilShown } from './src/members.ts'
import { type Stack, startStack } from './src/stack.ts'
import { openWindow, type Window } from './src/window.ts'

const ada = aPerson('Ada Moss')
const ben = aPerson('Ben Reed')

describe('two members who talk', () => {
  let stack: Stack
  let browser: Browser
  let adas: Window
  let bens: Window

  beforeAll(async () => {
    stack = await startStack()
    browser = await openBrowser()
    adas = await openWindow(browser, stack.url)
    bens = await openWindow(browser, stack.url)
    await signUp(adas.page, ada)
    await signUp(bens.page, ben)
    for (const [{ page }, other] of [
      [bens, ada],
      [adas, ben],
    ] as const) {
      await page.goto(`/profile/${other.username}`)
      const follow = page.getByRole('main').getByRole('button', { name: new RegExp(`^Follow\\b.*${other.fullName}$`) })
      await untilShown(page, follow)
      await follow.click()
      await page
        .getByRole('main')
        .getByRole('button', { name: `Following ${other.fullName}` })
        .waitFor()
    }
  })
  afterAll(async () => {
    await browser?.close()
    await stack?.[Symbol.asyncDispose]()
  })

  const field = ({ page }: Window, whom: { fullName: string }) => page.getByLabel(`Message ${whom.fullName}`)
  const log = ({ page }: Window) => page.getByRole('log')
  const said = (window: Window, text: string) => log(window).getByRole('article').filter({ hasText: text })

  it('hear each other at once, and see what was read', async () => {
    await adas.page.goto(`/chat/${ben.username}`)
    await untilShown(adas.page, field(adas, ben))
    await field(adas, ben).fill('Are the swifts still there?')
    await adas.page.keyboard.press('Enter')
    await bens.page.getByRole('banner').getByRole('link', { name: 'Inbox 1 unread message' }).click()
    await bens.page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: ada.fullName }).click()
    await said(bens, 'Are the swifts still there?').waitFor()
    await said(adas, 'Are the swifts still there?').getByText('· Read').waitFor()
    await bens.page.getByRole('banner').getByRole('link', { name: 'Inbox', exact: true }).waitFor()
  })

  it('see who types, react, edit and delete', async () => {
    await field(bens, ada).pressSequentially('All')
    await adas.page.getByText(`${ben.fullName} is typing`).first().waitFor({ state: 'attached' })
    await field(bens, ada).fill('All of them.')
    await bens.page.keyboard.press('Enter')
    const answer = said(adas, 'All of them.')
    await answer.getByRole('button', { name: 'React' }).press('Enter')
    await adas.page.getByRole('button', { name: 'thumbs up' }).click()
    await said(bens, 'All of them.').getByText('👍').waitFor()
    await field(bens, ada).press('ArrowUp')
    await field(bens, ada).fill('All of them but one.')
    await bens.page.keyboard.press('Enter')
    await said(adas, 'All of them but one.').getByText('Edited').waitFor()
    await said(bens, 'All of them but one.').getByRole('button', { name: 'Actions' }).press('Enter')
    await bens.page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await bens.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await log(adas).getByText('This message was deleted').waitFor()
  })

  it('keep what is written offline, and send it in order when they are back', async () => {
    await adas.page.context().setOffline(true)
    for (const text of ['One', 'Two', 'Three']) {
      await field(adas, ben).fill(text)
      await adas.page.keyboard.press('Enter')
    }
    await said(adas, 'Three').getByText('· Sending').waitFor()
    await adas.page.context().setOffline(false)
    await said(bens, 'Three').waitFor()
    const texts = await log(bens).getByRole('article').allInnerTexts()
    const order = texts.flatMap((text) => /^(One|Two|Three)$/m.exec(text)?.[1] ?? [])
    expect(order).toEqual(['One', 'Two', 'Three'])
  })

  it('break no security policy and show no error', () => {
    const problems = [...adas.problems, ...bens.problems].filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))
    expect(problems).toEqual([])
  })
})
