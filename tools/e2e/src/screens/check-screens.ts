import type { SampleCommunity } from '@meadow/testing/sample-community'
import { expect, type Page } from '@playwright/test'
import type { Product } from '../open-product.ts'
import { findBarriers } from '../pages/axe.ts'
import { waitForFrames } from './network-idle.ts'
import type { COLOR_SCHEMES } from './viewports.ts'
import { visitScreens } from './visit-screens.ts'

export type CheckedWindow = {
  viewport: { width: number; height: number }
  colorSchemes: readonly (typeof COLOR_SCHEMES)[number][]
}

/** The last screen of a visit, which shows that none was left out. */
const LAST_SCREEN = 'profile-new'

/**
 * Opens every screen in a window and checks it in each colour scheme: no axe violation, no horizontal scroll. Expectations
 * are soft, so that a failure does not hide the next one.
 */
export async function checkScreens(
  product: Product,
  community: SampleCommunity,
  { viewport, colorSchemes }: CheckedWindow,
): Promise<void> {
  const [colorScheme] = colorSchemes
  const { page } = await product.open({ viewport, colorScheme: colorScheme ?? null, reducedMotion: 'reduce' })
  let lastVisited = ''
  await visitScreens(page, {
    ...community,
    async show(name) {
      lastVisited = name
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(width, `${name}, ${viewport.width} px`).toBeLessThanOrEqual(viewport.width)
      expect.soft(await countCutTexts(page), `texts that are cut after their first line in ${name}`).toBe(0)
      for (const scheme of colorSchemes) {
        if (colorSchemes.length > 1) {
          await page.emulateMedia({ colorScheme: scheme })
          await waitForFrames(page, 2)
        }
        expect.soft(await findBarriers(page), `${name}, ${viewport.width} px, ${scheme}`).toEqual([])
      }
    },
  })
  expect(lastVisited).toBe(LAST_SCREEN)
  await page.context().close()
}

/** Counts the texts of members that are no blocks and take several lines: of such a text, its clip shows only the first line. */
const countCutTexts = (page: Page): Promise<number> =>
  page.locator('.member-text').evaluateAll((texts) => texts.filter((text) => text.getClientRects().length > 1).length)
