import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createSampleCommunity } from '@meadow/testing/sample-community'
import type { Page, ViewportSize } from 'playwright-core'
import { openProduct, type Product } from './src/open-product.ts'
import { findBarriers, findColourBarriers } from './src/pages/axe.ts'
import { visitScreens } from './src/screens/visit-screens.ts'

/** The narrowest supported screen and a wide one. */
const SIZES: ViewportSize[] = [
  { width: 320, height: 640 },
  { width: 1440, height: 900 },
]

describe('every screen', () => {
  let product: Product
  let community: Awaited<ReturnType<typeof createSampleCommunity>>
  beforeAll(async () => {
    product = await openProduct()
    community = await createSampleCommunity(product.stack.url)
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

  /** Visits all screens in a window of this size. Returns their names and the violations by name. */
  async function visit(viewport: ViewportSize) {
    const { page } = await product.open({ viewport, reducedMotion: 'reduce' })
    const visited: string[] = []
    const violations: Record<string, string[]> = {}
    const addViolations = (name: string, barriers: string[]) => {
      if (barriers.length > 0) violations[name] = barriers
    }
    await visitScreens(page, {
      ...community,
      async show(name) {
        visited.push(name)
        const width = await widthOf(page)
        if (width > viewport.width) addViolations(`${name}, width`, [String(width)])
        addViolations(`${name}, light`, await findBarriers(page))
        await page.emulateMedia({ colorScheme: 'dark' })
        addViolations(`${name}, dark`, await findColourBarriers(page))
        await page.emulateMedia({ colorScheme: 'light' })
      },
    })
    await page.context().close()
    return { visited, violations }
  }

  it('fits without scrolling sideways and has no axe violations', async () => {
    for (const { visited, violations } of await Promise.all(SIZES.map(visit))) {
      expect(violations).toEqual({})
      expect(visited).toContain('dead-remote') // the last screen
    }
  })
})

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)
