import { createUniqueAccount } from '@meadow/testing/accounts'
import { createApiClient } from '@meadow/testing/api-client'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { reloadUntilVisible } from './src/pages/member-actions.ts'
import { VIEWPORTS } from './src/screens/viewports.ts'

const PAGE_SIZE = 20
const DISTANCE_PX = 100
const vera = createUniqueAccount('Vera Stone')

test.describe('a list of followers', () => {
  test.beforeAll(async ({ product }) => {
    const { register, follow } = createApiClient(product.stack.url)
    const member = await register(vera)
    for (let count = 0; count <= PAGE_SIZE; count += 1) await follow(await register('Fan Reed'), member)
  })
  test.afterAll(({ product }) => product.closeWindows())

  for (const size of ['small', 'large'] as const)
    test(`loads more within ${DISTANCE_PX} px of the bottom of the page (${size})`, async ({ product }) => {
      const { page } = await product.openSignedIn(vera, { viewport: VIEWPORTS[size] })
      await page.goto(`/profile/${vera.username}/follow`)
      const rows = page.getByRole('tabpanel').getByRole('listitem')
      await reloadUntilVisible(page, rows.nth(PAGE_SIZE - 1))
      const requests: string[] = []
      page.on('request', (request) => requests.push(new URL(request.url()).search))
      await scrollToDistance(page, DISTANCE_PX + 2)
      expect(requests.filter((query) => query.includes('cursor='))).toEqual([])
      await scrollToDistance(page, DISTANCE_PX - 2)
      await expect(rows).toHaveCount(PAGE_SIZE + 1)
    })
})

/** Scrolls so that the bottom of the page is this far below the window. Ends after the frames in which observers report. */
const scrollToDistance = (page: Page, distance: number) =>
  page.evaluate(async (distanceFromBottom) => {
    const { documentElement: root } = document
    scrollTo(0, root.scrollHeight - root.clientHeight - distanceFromBottom)
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  }, distance)
