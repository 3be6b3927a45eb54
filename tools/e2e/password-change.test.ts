import { createUniqueAccount } from '@meadow/testing/accounts'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { waitForHome } from './src/pages/member-actions.ts'
import { recordSocketFrames } from './src/pages/socket-frames.ts'

const NEXT_PASSWORD = 'Marigold-in-May-8'

test.afterEach(({ product }) => product.closeWindows())

test('a password change signs other devices out, and keeps all tabs of this browser signed in', async ({ product }) => {
  const account = createUniqueAccount('Runa Wolde')
  const { page } = await product.openSignedUp(account)
  const phone = await product.openSignedIn(account)
  const other = await page.context().newPage()
  const tabs = [page, other].map((tab) => ({ tab, frames: recordSocketFrames(tab) }))
  await page.goto('/settings')
  await other.goto('/home')
  await waitForHome(other)
  await Promise.all(tabs.map(({ frames }) => frames.waitForConnection()))

  // the pushed end of the old session overtakes the response
  await page.route('**/api/auth/password', async (route) => {
    const response = await route.fetch()
    const isPushed = tabs.map(({ frames }) =>
      expect.poll(() => frames.events.some((packet) => packet.includes('sessionEnded'))).toBe(true),
    )
    await Promise.all(isPushed)
    await route.fulfill({ response })
  })
  const old = await readToken(page)
  await page.getByLabel('Current password').fill(account.password)
  await page.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD)
  await page.getByLabel('Repeat the new password').fill(NEXT_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText("We've signed out your other devices.").waitFor()

  await phone.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(await readToken(page)).not.toBe(old)
  for (const { tab, frames } of tabs) {
    await frames.waitForConnection()
    await tab.goto('/home')
    await waitForHome(tab)
  }
})

const readToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
