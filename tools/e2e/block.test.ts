import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { findPost, publish, reloadUntilVisible } from './src/pages/member-actions.ts'

const ada = createUniqueAccount('Ada Thorn')
const ben = createUniqueAccount('Ben Oakes')
const TEXT = 'Ben found a fern in the quarry.'

test.describe('a member who blocks another', () => {
  test.describe.configure({ mode: 'serial' })
  let adas: BrowserWindow
  let bens: BrowserWindow

  test.beforeAll(async ({ product }) => {
    adas = await product.openSignedUp(ada)
    bens = await product.openSignedUp(ben)
    await publish(bens.page, TEXT)
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('is asked first, no longer sees them, and finds them in the settings', async () => {
    const { page } = adas
    await page.goto(`/profile/${ben.username}`)
    await page
      .getByRole('main')
      .getByRole('button', { name: `Follow ${ben.fullName}` })
      .first()
      .click()
    await findPost(page, TEXT).waitFor()
    await page.getByRole('button', { name: 'More' }).first().click()
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
