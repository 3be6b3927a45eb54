import type { SampleCommunity } from '@meadow/testing/sample-community'
import { expect, type Page } from '@playwright/test'
import type { Product } from '../open-product.ts'
import { findBarriers, findFaintTexts } from '../pages/axe.ts'
import { waitForFrames } from './network-idle.ts'
import type { COLOR_SCHEMES } from './viewports.ts'
import { visitScreens } from './visit-screens.ts'

type ColorScheme = (typeof COLOR_SCHEMES)[number]

export type CheckedWindow = {
  viewport: { width: number; height: number }
  /** The first is checked by all rules; of the others only the contrast, which is all that colours change. */
  colorSchemes: readonly [ColorScheme, ...ColorScheme[]]
}

/** The last screen of a visit, which shows that none was left out. */
const LAST_SCREEN = 'profile-new'

/**
 * Opens every screen in a window and checks it: no axe violation, no horizontal scroll. Expectations
 * are soft, so that a failure does not hide the next one.
 */
export async function checkScreens(
  product: Product,
  community: SampleCommunity,
  { viewport, colorSchemes }: CheckedWindow,
): Promise<void> {
  const [colorScheme, ...otherSchemes] = colorSchemes
  const { page } = await product.open({ viewport, colorScheme, reducedMotion: 'reduce' })
  let lastVisited = ''
  await visitScreens(page, {
    ...community,
    async show(name) {
      lastVisited = name
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(width, `${name}, ${viewport.width} px`).toBeLessThanOrEqual(viewport.width)
      expect.soft(await countCutTexts(page), `texts that are cut after their first line in ${name}`).toBe(0)
      expect.soft(await findBarriers(page), `${name}, ${viewport.width} px, ${colorScheme}`).toEqual([])
      for (const other of otherSchemes) {
        await page.emulateMedia({ colorScheme: other })
        await waitForFrames(page, 2)
        expect.soft(await findFaintTexts(page), `${name}, ${viewport.width} px, ${other}`).toEqual([])
      }
      if (otherSchemes.length > 0) await page.emulateMedia({ colorScheme })
    },
  })
  expect(lastVisited).toBe(LAST_SCREEN)
  await page.context().close()
}

/** Counts the texts of members that are no blocks and take several lines: of such a text, its clip shows only the first line. */
const countCutTexts = (page: Page): Promise<number> =>
  page.locator('.member-text').evaluateAll((texts) => texts.filter((text) => text.getClientRects().length > 1).length)
