import { MAX_FULL_NAME_LENGTH } from '@meadow/contracts/limits'
import { createUniqueAccount } from '@meadow/testing/accounts'
import { type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { findBarriers } from './src/pages/axe.ts'
import { reloadUntilVisible } from './src/pages/member-actions.ts'
import { COLOR_SCHEMES, VIEWPORTS } from './src/screens/viewports.ts'

const MAX_ROW_HEIGHT_PX = 96
const LONG_NAME = { ...createUniqueAccount('Wolfe'), fullName: 'W'.repeat(MAX_FULL_NAME_LENGTH) }
const HEBREW_NAME = { ...createUniqueAccount('Dana'), fullName: 'דנה לוי' }
const owner = createUniqueAccount('Ona Reed')

test.describe('the notifications page', () => {
  test.describe.configure({ mode: 'serial' })

  test.beforeAll(async ({ product }) => {
    const api = createApiClient(product.stack.url)
    const ona = await api.register(owner)
    const fans = await Promise.all([api.register(LONG_NAME), api.register(HEBREW_NAME), api.register('Bo')])
    await notify(api, ona, fans, 'w'.repeat(400))
    await notify(api, ona, fans.slice(0, 1), `שלום ${'and good evening to everybody in the garden '.repeat(8)}`)
    for (const fan of fans) await api.follow(fan, ona)
  })
  test.afterAll(({ product }) => product.closeWindows())

  const unread = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Mark as read' })

  for (const size of ['small', 'large'] as const) {
    test(`has rows of at most ${MAX_ROW_HEIGHT_PX} px and readable unread ones (${size})`, async ({ product }) => {
      for (const colorScheme of COLOR_SCHEMES) {
        const { page } = await product.openSignedIn(owner, { viewport: VIEWPORTS[size], colorScheme })
        await page.route(/\/notifications\/(.*read|seen)/, (route) =>
          route.fulfill({ status: 400, json: { message: 'No' } }),
        )
        await page.goto('/alert')
        await reloadUntilVisible(page, unread(page).nth(4))
        const rows = page.getByRole('main').getByRole('listitem')
        for (const row of await rows.all()) {
          const box = await row.boundingBox()
          expect(box?.height).toBeLessThanOrEqual(MAX_ROW_HEIGHT_PX)
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
        expect(await findBarriers(page)).toEqual([])
        await page.context().close()
      }
    })
  }

  test('clears the badge of every device when it was seen, and keeps its rows unread until they are marked', async ({
    product,
  }) => {
    const devices = [
      await product.openSignedIn(owner, { viewport: VIEWPORTS.small }),
      await product.openSignedIn(owner, { viewport: VIEWPORTS.large }),
    ] as const
    const [{ page }, { page: other }] = devices
    for (const device of devices) await device.page.getByRole('link', { name: /^Alerts \d new/ }).waitFor()
    await page.getByRole('link', { name: /^Alerts/ }).click()
    for (const device of devices) {
      await device.page.getByRole('link', { name: 'Alerts', exact: true }).waitFor()
      await expect(device.page).not.toHaveTitle(/^\(/)
    }
    await other.getByRole('link', { name: 'Alerts', exact: true }).click()
    for (const device of devices) await expect(unread(device.page)).not.toHaveCount(0)
    await page.reload()
    await expect(unread(page)).not.toHaveCount(0)
    await page.getByRole('link', { name: 'Alerts', exact: true }).waitFor()

    await page.getByRole('button', { name: 'Mark all read' }).click()
    for (const device of devices) {
      await expect(unread(device.page)).toHaveCount(0)
      await device.page.getByText('All caught up!', { exact: true }).waitFor()
      expect(device.problems).toEqual([])
    }
  })

  test('opens the post from anywhere in the row', async ({ product }) => {
    const { page } = await product.openSignedIn(owner, { viewport: VIEWPORTS.small })
    await page.goto('/alert')
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'commented' }).first()
    await row.locator('img').last().click({ force: true }) // the link covers it
    await page.waitForURL('**/post/*')
  })
})

/** Publishes a post of `by` with a picture, which `fans` like and comment on. */
async function notify(api: ReturnType<typeof createApiClient>, by: ApiMember, fans: ApiMember[], text: string) {
  const image = await api.uploadPicture(by, 'post', await drawSamplePicture('noon'))
  const { _id } = await api.call<{ _id: string }>('/posts', { by, body: { content: text, image } })
  for (const fan of fans) {
    await api.call(`/posts/${_id}/like`, { by: fan, body: { state: true } })
    await api.call(`/posts/${_id}/comments`, { by: fan, body: { text: text.slice(0, 300) } })
  }
}
