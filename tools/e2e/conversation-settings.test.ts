import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { type ChatPage, createChatPage } from './src/pages/chat-page.ts'
import { follow, reloadUntilVisible } from './src/pages/member-actions.ts'

const ada = createUniqueAccount('Ada Reed')
const ben = createUniqueAccount('Ben Holm')

test.describe('what a member sets for a conversation', () => {
  test.describe.configure({ mode: 'serial' })
  let windows: BrowserWindow[]
  let adas: ChatPage
  let phone: ChatPage
  let bens: ChatPage

  test.beforeAll(async ({ product }) => {
    const [one, other] = [await product.openSignedUp(ada), await product.openSignedUp(ben)]
    await follow(one.page, ben)
    await follow(other.page, ada)
    const second = await product.openSignedIn(ada)
    windows = [one, other, second]
    adas = createChatPage(one.page)
    bens = createChatPage(other.page)
    phone = createChatPage(second.page)
    await bens.page.goto(`/chat/${ada.username}`)
    await reloadUntilVisible(bens.page, bens.page.getByText('Say hello to'))
    await bens.send('Have you seen the heron?')
    await bens.message('Have you seen the heron?').waitFor()
    for (const { page, rows } of [adas, phone]) {
      await page.goto('/inbox')
      await rows.getByText('Have you seen the heron?').waitFor()
    }
  })
  test.afterAll(({ product }) => product.closeWindows())

  const choose = async ({ page, rows }: ChatPage, item: string) => {
    await rows.getByRole('button', { name: `Actions for ${ben.fullName}` }).press('Enter')
    await page.getByRole('menuitem', { name: item }).press('Enter')
  }

  test('a muted conversation counts quietly, on all devices, without a notice of new messages', async () => {
    await adas.page.getByRole('banner').getByRole('link', { name: 'Inbox 1 unread message' }).waitFor()
    await adas.rows.getByRole('link').click({ button: 'right' })
    await adas.page.getByRole('menuitem', { name: 'Mute notifications' }).click()
    await adas.page.getByRole('dialog').getByRole('button', { name: '8 hours' }).click()
    await adas.page.getByRole('banner').getByRole('link', { name: 'Inbox', exact: true }).waitFor()
    await phone.rows.getByText('Muted').waitFor()
    await phone.page.getByRole('banner').getByRole('link', { name: 'Inbox', exact: true }).waitFor()
    await adas.home.click()
    await bens.send('It stands at the old bridge.')
    await phone.rows.getByText('It stands at the old bridge.').waitFor()
    await expect(phone.rows.getByText('2 unread messages')).toBeAttached()
    await expect(adas.page.getByText('Ben sent you a message')).toHaveCount(0)
    await adas.page.getByRole('banner').getByRole('link', { name: 'Inbox', exact: true }).click()
    await choose(adas, 'Unmute notifications')
    await phone.page.getByRole('banner').getByRole('link', { name: 'Inbox 2 unread messages' }).waitFor()
  })

  test('a conversation is pinned, and marked as unread until it is opened', async () => {
    await choose(adas, 'Pin')
    await expect(phone.rows.getByText('Pinned')).toBeAttached()
    await choose(adas, 'Mark as read')
    await phone.page.getByRole('banner').getByRole('link', { name: 'Inbox', exact: true }).waitFor()
    await choose(phone, 'Mark as unread')
    await expect(adas.rows.getByText('Marked as unread')).toBeAttached()
    await adas.open(ben.fullName)
    await expect(phone.rows.getByText('Marked as unread')).toHaveCount(0)
  })

  test('an archived conversation waits in the archive, also when that was chosen offline, until the next message', async () => {
    await adas.page.context().setOffline(true)
    await adas.page
      .getByRole('region', { name: /^Chat with/ })
      .getByRole('button', { name: 'More' })
      .click()
    await adas.page.getByRole('menuitem', { name: 'Archive' }).click()
    await adas.page.getByText('No messages yet').waitFor()
    await expect(phone.rows).toHaveCount(1)
    await adas.page.context().setOffline(false)
    await phone.page.getByRole('button', { name: /^Archived/ }).click()
    await phone.rows.getByText('It stands at the old bridge.').waitFor()
    await phone.page.getByRole('button', { name: 'Back to the inbox' }).click()
    await bens.send('Now it flew away.')
    await phone.rows.getByText('Now it flew away.').waitFor()
    await expect(phone.page.getByRole('button', { name: /^Archived/ })).toHaveCount(0)
  })

  test('shows no error and violates no security policy', () => {
    const problems = windows.flatMap((window) => window.problems)
    expect(problems.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })
})
