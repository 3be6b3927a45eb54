import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { settle } from '@meadow/testing/sample-community'
import type { Page, ViewportSize } from 'playwright-core'
import { barriersOn, colourBarriersOn } from './src/axe.ts'
import { openProduct, type Product } from './src/product.ts'
import { visitScreens } from './src/screens/visit.ts'

/** The narrowest screen that all must fit on, and a wide one. */
const SIZES: ViewportSize[] = [
  { width: 320, height: 640 },
  { width: 1440, height: 900 },
]

describe('every screen', () => {
  let product: Product
  let community: Awaited<ReturnType<typeof settle>>
  beforeAll(async () => {
    product = await openProduct()
    community = await settle(product.stack.url)
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

  /** Goes through all screens in a window of this size; answers how many there are, and what is wrong by name. */
  async function visit(viewport: ViewportSize) {
    const { page } = await product.open({ viewport, reducedMotion: 'reduce' })
    const seen: string[] = []
    const found: Record<string, string[]> = {}
    const note = (name: string, barriers: string[]) => {
      if (barriers.length > 0) found[name] = barriers
    }
    await visitScreens(page, {
      ...community,
      async show(name) {
        seen.push(name)
        const width = await widthOf(page)
        if (width > viewport.width) note(`${name}, width`, [String(width)])
        note(`${name}, light`, await barriersOn(page))
        await page.emulateMedia({ colorScheme: 'dark' })
        note(`${name}, dark`, await colourBarriersOn(page))
        await page.emulateMedia({ colorScheme: 'light' })
      },
    })
    await page.context().close()
    return { seen, found }
  }

  it('fits without scrolling sideways, and gives axe nothing to object to', async () => {
    for (const { seen, found } of await Promise.all(SIZES.map(visit))) {
      expect(found).toEqual({})
      expect(seen).toContain('dead-remote') // it got to the end
    }
  })
})

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)
