import { createSampleCommunity, type SampleCommunity } from '@meadow/testing/sample-community'
import { expect, test } from './src/fixtures.ts'
import type { Product } from './src/open-product.ts'
import { findBarriers } from './src/pages/axe.ts'
import { visitScreens } from './src/screens/visit-screens.ts'

/** The narrowest supported screen and a wide one. Each colour is checked in one of them: both use the same tokens. */
const WINDOWS = [
  { viewport: { width: 320, height: 640 }, colorScheme: 'light' },
  { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
] as const

test.use({ trace: 'off' }) // a failure names the screen, and a trace of all screens takes as long as the test

test('every screen fits without scrolling sideways and has no axe violations', async ({ product }) => {
  test.setTimeout(600_000)
  const community = await createSampleCommunity(product.stack.url)
  for (const visited of await Promise.all(WINDOWS.map((window) => visitAll(product, community, window))))
    expect(visited).toContain('dead-remote') // the last screen
})

/** Checks all screens in a window. Returns their names. */
async function visitAll(
  product: Product,
  community: SampleCommunity,
  { viewport, colorScheme }: (typeof WINDOWS)[number],
): Promise<string[]> {
  const { page } = await product.open({ viewport, colorScheme, reducedMotion: 'reduce' })
  const visited: string[] = []
  await visitScreens(page, {
    ...community,
    async show(name) {
      visited.push(name)
      const title = `${name}, ${viewport.width} px, ${colorScheme}`
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(width, title).toBeLessThanOrEqual(viewport.width)
      expect.soft(await findBarriers(page), title).toEqual([])
    },
  })
  await page.context().close()
  return visited
}
