import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openBrowser } from '@meadow/testing/browser'
import { startCommunity } from '@meadow/testing/stack'
import type { Browser } from 'playwright-core'
import { castDemo } from './demo-cast.ts'
import { takeReadmePictures } from './readme-pictures.ts'
import { framesDrawn } from './screens/stillness.ts'
import { visitScreens } from './screens/visit.ts'
import { SCHEMES, SIZES } from './variants.ts'
import { openWindow } from './window.ts'

const FOLDER = resolve(import.meta.dirname, '../../screenshots')
/** Pictures and what was far away before a scroll are painted some frames late. */
const FRAMES = 20

/** Puts a picture of every screen into `screenshots/`, in these sizes, light and dark. */
async function takeScreens(browser: Browser, sizes: readonly (keyof typeof SIZES)[]): Promise<void> {
  await using stack = await startCommunity()
  const cast = await castDemo(stack.url)
  for (const size of sizes) {
    const { page } = await openWindow(browser, stack.url, { viewport: SIZES[size], reducedMotion: 'reduce' })
    await visitScreens(page, {
      ...cast,
      async show(name) {
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme })
          await framesDrawn(page, FRAMES)
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
    await using stack = await startCommunity()
    await takeReadmePictures(browser, stack.url, await castDemo(stack.url))
  } else {
    await takeScreens(browser, values.all ? ['small', 'medium', 'narrow', 'large'] : ['small', 'large'])
    console.log(`The pictures are in ${FOLDER}`)
  }
} finally {
  await browser.close()
}
