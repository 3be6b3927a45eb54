import { join, resolve } from 'node:path'
import type { Cast } from '@meadow/testing/sample-community'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { signIn } from './members.ts'
import { framesDrawn, watchPage } from './screens/stillness.ts'
import { SIZES } from './variants.ts'
import { openWindow } from './window.ts'

const FOLDER = resolve(import.meta.dirname, '../../../docs/pictures')
const FRAMES = 20
/** Taken twice as dense and made smaller: sharp on any screen, and below 150 KB. */
const DENSITY = 2
const SHRUNK = 0.64
const QUALITY = 82

type Picture = {
  name: string
  size: keyof typeof SIZES
  colorScheme: 'light' | 'dark'
  bring: (page: Page, cast: Cast) => Promise<void>
}

const PICTURES: readonly Picture[] = [
  {
    ...{ name: 'feed', size: 'large', colorScheme: 'light' },
    async bring(page, { partner }) {
      await page.goto('/home')
      await toTop(page, page.getByRole('article').filter({ hasText: partner.fullName }).first())
    },
  },
  {
    ...{ name: 'phone', size: 'small', colorScheme: 'light' },
    async bring(page, { partner }) {
      await page.goto(`/profile/${partner.username}`)
      await page.getByRole('article').first().waitFor()
    },
  },
  {
    ...{ name: 'chat', size: 'large', colorScheme: 'dark' },
    async bring(page, { partner }) {
      await page.goto(`/chat/${partner.username}`)
      await toTop(
        page,
        page.getByRole('log').getByRole('article').filter({ hasText: 'Want to come and count' }).first(),
      )
    },
  },
]

/** Puts the pictures of the README into `docs/pictures/`, of the demo community at `url`. */
export async function takeReadmePictures(browser: Browser, url: string, cast: Cast): Promise<void> {
  for (const { name, size, colorScheme, bring } of PICTURES) {
    const viewport = SIZES[size]
    const look = { viewport, colorScheme, deviceScaleFactor: DENSITY, reducedMotion: 'reduce' } as const
    const { page } = await openWindow(browser, url, look)
    const still = watchPage(page)
    await signIn(page, cast.viewer)
    await bring(page, cast)
    await still(name)
    await framesDrawn(page, FRAMES)
    await sharp(await page.screenshot())
      .resize({ width: Math.round(viewport.width * DENSITY * SHRUNK) })
      .webp({ quality: QUALITY })
      .toFile(join(FOLDER, `${name}.webp`))
    await page.context().close()
  }
}

async function toTop(page: Page, place: ReturnType<Page['locator']>): Promise<void> {
  await place.waitFor()
  await place.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await page.mouse.move(0, 0) // over nothing
}
