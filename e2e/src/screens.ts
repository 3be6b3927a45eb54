import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { settle } from './community.ts'
import { atHome, type Person } from './members.ts'
import { startStack } from './stack.ts'
import { openWindow } from './window.ts'

const FOLDER = resolve(import.meta.dirname, '../../screenshots')
const SIZES = { small: { width: 390, height: 844 }, large: { width: 1440, height: 900 } }
const SCHEMES = ['light', 'dark'] as const

type Scene = { viewer: Person; postId: string; take: (name: string) => Promise<void> }

/** Puts a picture of every screen into `screenshots/`, small and large, light and dark. */
async function takeAll(browser: Browser, url: string): Promise<void> {
  const { viewer, postId } = await settle(url)
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of SCHEMES) {
      const folder = join(FOLDER, `${size}-${colorScheme}`)
      await mkdir(folder, { recursive: true })
      const { page } = await openWindow(browser, url, { viewport, colorScheme, reducedMotion: 'reduce' })
      const take = async (name: string) => {
        await settled(page)
        await page.screenshot({ path: join(folder, `${name}.png`) })
      }
      await signedOut(page, { viewer, postId, take })
      await signedIn(page, { viewer, postId, take })
      await page.context().close()
    }
  }
}

async function signedOut(page: Page, { take }: Scene): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await take('sign-in')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await take('sign-in-errors')
  await page.goto('/signup')
  await page.getByLabel('Password', { exact: true }).fill('Larkspur')
  await take('sign-up')
  await page.getByRole('button', { name: 'Create account' }).click()
  await take('sign-up-errors')
  for (const name of ['terms', 'privacy', 'not-found']) {
    await page.goto(`/${name}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await take(name)
  }
}

async function signedIn(page: Page, { viewer, postId, take }: Scene): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email or Username').fill(viewer.username)
  await page.getByLabel('Password', { exact: true }).fill(viewer.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Welcome Back!' }).waitFor()
  await take('success')
  await page.getByRole('button', { name: 'Go to Home' }).click()
  await atHome(page)
  await page.getByRole('article').first().waitFor()
  await take('home')
  await page.getByRole('article').nth(1).scrollIntoViewIfNeeded()
  await take('home-further')
  await page.mouse.wheel(0, 10_000)
  await take('home-end')
  await page.evaluate(() => scrollTo(0, 0))
  await drawn(page)
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await take('post-menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: "What's on your mind?" }).click()
  await page.getByRole('dialog').getByLabel("What's on your mind?").fill('The first warm evening of the year.')
  await take('composer')
  await page.goto(`/post/${postId}`)
  await page.getByRole('heading', { name: /^Comments/ }).waitFor()
  await take('post')
  await page.getByLabel('Write a comment').scrollIntoViewIfNeeded()
  await take('post-comments')
  await page.goto('/post/01900000-0000-7000-8000-000000000000')
  await page.getByText('Post not found').waitFor()
  await take('post-not-found')
  await page.route('**/mf/feed/**', (route) => route.abort())
  await page.goto('/home')
  await page.getByRole('alert').waitFor()
  await take('dead-remote')
}

/** Fonts, pictures and answers have arrived, and are on the screen. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await drawn(page)
}

/** What was far away before a scroll is painted some frames later. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 20; frames++) await new Promise(requestAnimationFrame)
  })

await using stack = await startStack()
const browser = await openBrowser()
try {
  await takeAll(browser, stack.url)
  console.log(`The pictures are in ${FOLDER}`)
} finally {
  await browser.close()
}
