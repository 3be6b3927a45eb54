import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { findPost, publish, reloadUntilVisible } from './src/pages/member-actions.ts'

const ada = createUniqueAccount('Ada Wren')
const ben = createUniqueAccount('Ben Marsh')
const TEXT = 'A heron at the weir, for friends only.'
const FOLLOW = `Follow ${ada.fullName}`
const WITHDRAW = `Withdraw the request to follow ${ada.fullName}`

test.describe('a private member', () => {
  test.describe.configure({ mode: 'serial' })
  let adas: BrowserWindow
  let bens: BrowserWindow

  test.beforeAll(async ({ product }) => {
    adas = await product.openSignedUp(ada)
    bens = await product.openSignedUp(ben)
    await publish(adas.page, TEXT)
    await adas.page.goto('/settings/privacy')
    const isPrivate = adas.page.getByRole('switch', { name: 'Private account' })
    const isSaved = adas.page.waitForResponse(
      (response) => response.url().endsWith('/api/users/privacy') && response.ok(),
    )
    await isPrivate.click()
    await expect(isPrivate).toBeChecked()
    await isSaved
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('is asked, and finds the request in the alerts', async () => {
    const { page } = bens
    await page.goto(`/profile/${ada.username}`)
    const notice = page.getByRole('heading', { name: 'This account is private' })
    await reloadUntilVisible(page, notice)
    await expect(findPost(page, TEXT)).toHaveCount(0)
    await page.getByRole('main').getByRole('button', { name: FOLLOW }).click()
    await page.getByRole('main').getByRole('button', { name: WITHDRAW }).waitFor()
    await adas.page.goto('/alert')
    const alert = adas.page.getByRole('link', { name: 'Ben asked to follow you' })
    await reloadUntilVisible(adas.page, alert)
    await alert.click()
    await adas.page.getByText('1 person is waiting').waitFor()
  })

  test('no longer finds a request that was withdrawn', async () => {
    const main = bens.page.getByRole('main')
    await main.getByRole('button', { name: WITHDRAW }).click()
    await main.getByRole('button', { name: FOLLOW }).waitFor()
    await reloadUntilVisible(adas.page, adas.page.getByText('Nobody is waiting for your answer.'))
    await main.getByRole('button', { name: FOLLOW }).click()
    await main.getByRole('button', { name: WITHDRAW }).waitFor()
    await bens.page.reload()
    await main.getByRole('button', { name: WITHDRAW }).waitFor()
  })

  test('accepts, and the follower sees the posts without a reload', async () => {
    const { page } = adas
    const accept = page.getByRole('button', { name: `Accept ${ben.fullName}` })
    await reloadUntilVisible(page, accept)
    await accept.click()
    await page.getByText('Nobody is waiting for your answer.').waitFor()
    await findPost(bens.page, TEXT).waitFor()
    await bens.page.goto('/alert')
    await reloadUntilVisible(bens.page, bens.page.getByRole('link', { name: 'Ada accepted your follow request' }))
    expect([...adas.problems, ...bens.problems]).toEqual([])
  })
})
