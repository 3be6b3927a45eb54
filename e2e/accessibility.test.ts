import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Browser, Page, ViewportSize } from 'playwright-core'
import { barriersOn, colourBarriersOn } from './src/axe.ts'
import { openBrowser } from './src/browser.ts'
import { settle } from './src/community.ts'
import { visitScreens } from './src/screens/visit.ts'
import { type Stack, startStack } from './src/stack.ts'
import { openWindow } from './src/window.ts'

/** The narrowest screen that all must fit on, and a wide one. */
const SIZES: ViewportSize[] = [
  { width: 320, height: 640 },
  { width: 1440, height: 900 },
]

describe('every screen', () => {
  let stack: Stack
  let browser: Browser
  let community: Awaited<ReturnType<typeof settle>>
  beforeAll(async () => {
    stack = await startStack()
    browser = await openBrowser()
    community = await settle(stack.url)
  })
  afterAll(async () => {
    await browser?.close()
    await stack?.[Symbol.asyncDispose]()
  })

  it.each(SIZES)(
    'fits into $width px without scrolling sideways, and gives axe nothing to object to',
    async (viewport) => {
      const { page } = await openWindow(browser, stack.url, { viewport, reducedMotion: 'reduce' })
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
      expect(found).toEqual({})
      expect(seen).toContain('dead-remote') // it got to the end
      await page.context().close()
    },
  )
})

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)
