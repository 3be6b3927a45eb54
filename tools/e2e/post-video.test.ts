import { fileURLToPath } from 'node:url'
import { createUniqueAccount } from '@meadow/testing/accounts'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { findBarriers } from './src/pages/axe.ts'

const ada = createUniqueAccount('Ada Wells')

/** A video of four seconds, as Chromium records it: VP8, without a duration in its header. */
const VIDEO_FILE = fileURLToPath(new URL('../../packages/voice/tests/recordings/video.webm', import.meta.url))
const CAPTIONS = {
  name: 'walk.vtt',
  mimeType: 'text/vtt',
  buffer: Buffer.from('WEBVTT\n\n00:00.000 --> 00:04.000\n<b>Moss</b> on a wall\n'),
}

const postOf = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text })
const playerIn = (post: Locator): Locator => post.locator('[data-video=ready] video')

/** Returns how far a player is, how many frames it has decoded, and the captions that it shows. */
const readPlayer = (player: Locator) =>
  player.evaluate((video: HTMLVideoElement) => ({
    currentTime: video.currentTime,
    frames: video.getVideoPlaybackQuality().totalVideoFrames,
    isPaused: video.paused,
    isMuted: video.muted,
    captions: Array.from(video.textTracks[0]?.cues ?? [], (cue) => (cue as VTTCue).text),
  }))

test.describe('videos of posts', () => {
  test.describe.configure({ mode: 'serial' })
  let page: Page

  test.beforeAll(async ({ product }) => {
    page = (await product.openSignedUp(ada)).page
    await page.goto('/home')
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('are shown before they are posted, with their captions', async () => {
    await page.getByRole('button', { name: "What's on your mind?" }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Post' })
    await dialog.getByRole('textbox', { name: "What's on your mind?" }).fill('A walk')
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Add a video' }).click()
    await (await chooser).setFiles(VIDEO_FILE)
    await expect(dialog.getByText(/^Length: 0:0\d$/)).toBeVisible()
    await dialog.locator('input[accept^=".vtt"]').setInputFiles(CAPTIONS)
    await expect(dialog.getByText('The video has captions.')).toBeVisible()
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(dialog).toHaveCount(0)
  })

  test('become H.264 with a poster, and play muted and with captions while they are seen', async () => {
    const player = playerIn(postOf(page, 'A walk'))
    await expect(player).toHaveAttribute('poster', /\/media\/p\//, { timeout: 90_000 })
    await expect(player).toHaveAttribute('src', /\/media\/p\/.*\.mp4$/)
    await player.scrollIntoViewIfNeeded()
    await expect(async () => {
      const { currentTime, frames, captions, isMuted } = await readPlayer(player)
      expect(currentTime).toBeGreaterThan(0.3)
      expect(frames).toBeGreaterThan(3)
      expect(captions).toEqual(['Moss on a wall'])
      expect(isMuted).toBe(true)
    }).toPass()
    await page.reload()
    await expect(player).toBeVisible()
    expect(await findBarriers(page)).toEqual([])
  })

  test('stop when they are not seen, and do not widen a phone', async () => {
    const player = playerIn(postOf(page, 'A walk'))
    await player.evaluate((video: HTMLVideoElement) => {
      video.loop = true
      return video.play()
    })
    await player.evaluate(() => {
      document.body.style.paddingBlockStart = '100vh'
      scrollTo(0, 0)
    })
    await expect.poll(async () => (await readPlayer(player)).isPaused).toBe(true)
    await player.evaluate(() => document.body.removeAttribute('style'))
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(player).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    expect(await findBarriers(page)).toEqual([])
  })
})
