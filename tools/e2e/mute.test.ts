import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { findPost, follow, publish, reloadUntilVisible } from './src/pages/member-actions.ts'

const ada = createUniqueAccount('Ada Moor')
const ben = createUniqueAccount('Ben Gale')
const TEXT = 'Ben hums in the meadow.'

test.describe('a member who mutes another', () => {
  test.describe.configure({ mode: 'serial' })
  let adas: BrowserWindow
  let bens: BrowserWindow

  test.beforeAll(async ({ product }) => {
    adas = await product.openSignedUp(ada)
    bens = await product.openSignedUp(ben)
    await publish(bens.page, TEXT)
    await follow(adas.page, ben)
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('chooses for how long, and no longer finds their posts in the feed, in no other window either', async () => {
    const { page } = adas
    await page.goto('/home')
    await reloadUntilVisible(page, findPost(page, TEXT))
    const other = await page.context().newPage()
    await other.goto('/home')
    await findPost(other, TEXT).waitFor()
    await findPost(page, TEXT).getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: `Mute @${ben.username}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: '7 days' }).click()
    await page.getByText(`You muted @${ben.username}`).waitFor()
    await expect(findPost(page, TEXT)).toHaveCount(0)
    await expect(findPost(other, TEXT)).toHaveCount(0)
    await other.close()
    await page.reload()
    await page.getByRole('main').waitFor()
    await expect(findPost(page, TEXT)).toHaveCount(0)
  })

  test('still finds their profile and posts, and takes the mute back in the settings', async () => {
    const { page } = adas
    await page.goto(`/profile/${ben.username}`)
    await findPost(page, TEXT).waitFor()
    await page.goto('/settings/blocked')
    await page.getByText(/^Muted until /).waitFor()
    await page.getByRole('button', { name: `Unmute ${ben.fullName}` }).click()
    await page.getByText("You haven't muted anyone").waitFor()
    await page.goto('/home')
    await reloadUntilVisible(page, findPost(page, TEXT))
    expect(adas.problems).toEqual([])
    expect(bens.problems).toEqual([])
  })
})
