import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openBrowser } from '@meadow/testing/browser'
import { startStackWithCommunity } from '@meadow/testing/stack'
import type { Browser } from '@playwright/test'
import { openWindow } from '../pages/browser-window.ts'
import { createDemoScreens } from './demo-cast.ts'
import { waitForFrames } from './network-idle.ts'
import { takeReadmePictures } from './readme-pictures.ts'
import { COLOR_SCHEMES, VIEWPORTS } from './viewports.ts'
import { visitScreens } from './visit-screens.ts'

const FOLDER = resolve(import.meta.dirname, '../../../../screenshots')
/** Pictures, and content that a scroll brings into view, are painted some frames late. */
const FRAMES_TO_DRAW = 20

/** Saves a screenshot of every screen in `screenshots/`, in these viewports, light and dark. */
async function takeScreenshots(browser: Browser, sizes: readonly (keyof typeof VIEWPORTS)[]): Promise<void> {
  await using stack = await startStackWithCommunity()
  const cast = await createDemoScreens(stack.url)
  for (const size of sizes) {
    const { page } = await openWindow(browser, stack.url, { viewport: VIEWPORTS[size], reducedMotion: 'reduce' })
    await visitScreens(page, {
      ...cast,
      async show(name) {
        for (const colorScheme of COLOR_SCHEMES) {
          await page.emulateMedia({ colorScheme })
          await waitForFrames(page, FRAMES_TO_DRAW)
          await page.screenshot({ path: join(FOLDER, `${size}-${colorScheme}`, `${name}.png`) })
        }
      },
    })
    await page.context().close()
  }
}

const flag = { type: 'boolean', default: false } as const
const { values } = parseArgs({ options: { all: flag, readme: flag } })
const browser = await openBrowser()
try {
  if (values.readme) {
    await using stack = await startStackWithCommunity()
    await takeReadmePictures(browser, stack.url, await createDemoScreens(stack.url))
  } else {
    await takeScreenshots(browser, values.all ? ['small', 'medium', 'narrow', 'large'] : ['small', 'large'])
    console.log(`The screenshots are in ${FOLDER}`)
  }
} finally {
  await browser.close()
}
