import { join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { settle } from './community.ts'
import { framesDrawn } from './screens/stillness.ts'
import { visitScreens } from './screens/visit.ts'
import { startStack } from './stack.ts'
import { SCHEMES, SIZES } from './variants.ts'
import { openWindow } from './window.ts'

const FOLDER = resolve(import.meta.dirname, '../../screenshots')
/** Pictures and what was far away before a scroll are painted some frames late. */
const FRAMES = 20

/** Puts a picture of every screen into `screenshots/`, small and large, light and dark. */
async function takeScreens(browser: Browser): Promise<void> {
  await using stack = await startStack()
  const community = await settle(stack.url)
  for (const [size, viewport] of Object.entries(SIZES)) {
    const { page } = await openWindow(browser, stack.url, { viewport, reducedMotion: 'reduce' })
    await visitScreens(page, {
      ...community,
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

const browser = await openBrowser()
try {
  await takeScreens(browser)
  console.log(`The pictures are in ${FOLDER}`)
} finally {
  await browser.close()
}
