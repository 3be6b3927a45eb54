import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { createChatPage } from './src/pages/chat-page.ts'
import { findPost, follow, publish, reloadUntilVisible } from './src/pages/member-actions.ts'

const ada = createUniqueAccount('Ada Thorn')
const ben = createUniqueAccount('Ben Oakes')
const MESSAGE = 'See you at the quarry.'
const TEXT = 'Ben found a fern in the quarry.'

test.describe('a member who blocks another', () => {
  test.describe.configure({ mode: 'serial' })
  let adas: BrowserWindow
  let bens: BrowserWindow

  test.beforeAll(async ({ product }) => {
    adas = await product.openSignedUp(ada)
    bens = await product.openSignedUp(ben)
    await publish(bens.page, TEXT)
    await follow(adas.page, ben)
    await follow(bens.page, ada)
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('is asked first, no longer sees them, and finds them in the settings', async () => {
    const { page } = adas
    await page.goto(`/chat/${ben.username}`)
    const chat = createChatPage(page)
    await reloadUntilVisible(page, page.getByText('Say hello to'))
    await chat.send(MESSAGE)
    await chat
      .message(MESSAGE)
      .getByText(/Sent|Delivered/)
      .waitFor()
    await page.goto(`/profile/${ben.username}`)
    await findPost(page, TEXT).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click()
    await page.getByRole('menuitem', { name: `Block @${ben.username}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
    await page.getByText(`You blocked @${ben.username}`).waitFor()
    await expect(findPost(page, TEXT)).toHaveCount(0)
    await expect(page.getByRole('complementary').getByRole('definition').first()).toHaveText('0') // they follow nobody now
    await page.goto('/settings/blocked')
    await page.getByRole('button', { name: `Unblock ${ben.fullName}` }).waitFor()
    await page.goto(`/profile/${ben.username}`)
    await page.getByText('Profile not found').waitFor()
  })

  test('is not found by them', async () => {
    await bens.page.goto(`/profile/${ada.username}`)
    await bens.page.getByText('Profile not found').waitFor()
  })

  test('reads their old messages, as they do, and neither can write', async () => {
    for (const [{ page }, other, notice] of [
      [adas, ben, `You blocked @${ben.username}.`],
      [bens, ada, "You can't message this person now."],
    ] as const) {
      const chat = createChatPage(page)
      await page.goto(`/chat/${other.username}`)
      await chat.message(MESSAGE).waitFor()
      await page.getByText(notice).waitFor()
      await expect(chat.field).toHaveCount(0)
      await expect(page.getByRole('button', { name: `Follow ${other.fullName}` })).toHaveCount(0)
    }
  })

  test('finds them again after an unblock', async () => {
    const { page } = adas
    await page.goto('/settings/blocked')
    await page.getByRole('button', { name: `Unblock ${ben.fullName}` }).click()
    await page.getByText("You haven't blocked anyone").waitFor()
    await page.goto(`/profile/${ben.username}`)
    await reloadUntilVisible(page, findPost(page, TEXT))
    expect(adas.problems.filter((line) => !line.includes('404'))).toEqual([]) // of the profile while it was hidden
  })
})
