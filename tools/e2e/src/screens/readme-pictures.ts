import { join, resolve } from 'node:path'
import type { SampleCommunity } from '@meadow/testing/sample-community'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { openWindow } from '../pages/browser-window.ts'
import { signIn } from '../pages/member-actions.ts'
import { createIdleWaiter, waitForFrames } from './network-idle.ts'
import { VIEWPORTS } from './viewports.ts'

const FOLDER = resolve(import.meta.dirname, '../../../../docs/pictures')
const FRAMES_TO_DRAW = 20
/** Screenshots are taken at twice the density and scaled down: sharp on any screen and below 150 KB. */
const DENSITY = 2
const SCALE = 0.64
const QUALITY = 82

type Picture = {
  name: string
  size: keyof typeof VIEWPORTS
  colorScheme: 'light' | 'dark'
  open: (page: Page, cast: SampleCommunity) => Promise<void>
}

const PICTURES: readonly Picture[] = [
  {
    name: 'feed',
    size: 'large',
    colorScheme: 'light',
    async open(page, { partner }) {
      await page.goto('/home')
      await scrollIntoView(page, page.getByRole('article').filter({ hasText: partner.fullName }).first())
    },
  },
  {
    name: 'phone',
    size: 'small',
    colorScheme: 'light',
    async open(page, { partner }) {
      await page.goto(`/profile/${partner.username}`)
      await page.getByRole('article').first().waitFor()
    },
  },
  {
    name: 'chat',
    size: 'large',
    colorScheme: 'dark',
    async open(page, { partner }) {
      await page.goto(`/chat/${partner.username}`)
      await scrollIntoView(
        page,
        page.getByRole('log').getByRole('article').filter({ hasText: 'Want to come and count' }).first(),
      )
    },
  },
]

/** Saves the pictures of the README in `docs/pictures/`, from the demo community at `url`. */
export async function takeReadmePictures(browser: Browser, url: string, cast: SampleCommunity): Promise<void> {
  for (const { name, size, colorScheme, open } of PICTURES) {
    const viewport = VIEWPORTS[size]
    const contextOptions = { viewport, colorScheme, deviceScaleFactor: DENSITY, reducedMotion: 'reduce' } as const
    const { page } = await openWindow(browser, url, contextOptions)
    const waitUntilIdle = createIdleWaiter(page)
    await signIn(page, cast.viewer)
    await open(page, cast)
    await waitUntilIdle(name)
    await waitForFrames(page, FRAMES_TO_DRAW)
    await sharp(await page.screenshot())
      .resize({ width: Math.round(viewport.width * DENSITY * SCALE) })
      .webp({ quality: QUALITY })
      .toFile(join(FOLDER, `${name}.webp`))
    await page.context().close()
  }
}

async function scrollIntoView(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  await target.waitFor()
  await target.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await page.mouse.move(0, 0) // removes hover effects
}
