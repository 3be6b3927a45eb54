import { fileURLToPath } from 'node:url'
import { createUniqueAccount } from '@meadow/testing/accounts'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { findBarriers } from './src/pages/axe.ts'
import { type ChatPage, createChatPage } from './src/pages/chat-page.ts'
import { follow, reloadUntilVisible } from './src/pages/member-actions.ts'

const ada = createUniqueAccount('Ada Wells')
const ben = createUniqueAccount('Ben Marsh')

/** A video of four seconds, as Chromium records it: VP8, without a duration in its header. */
const VIDEO_FILE = fileURLToPath(new URL('../../packages/voice/tests/recordings/video.webm', import.meta.url))

const players = ({ log }: ChatPage) => log.getByLabel(/^Video, 0:0\d$/)

/** Chooses the video, and waits until the preview plays it. */
async function choose(page: Page, file: Parameters<Locator['setInputFiles']>[0] = VIDEO_FILE): Promise<Locator> {
  await page.getByRole('main').locator('input[type=file]').setInputFiles(file)
  return page.getByRole('dialog', { name: 'Send a video' })
}

async function send(page: Page): Promise<void> {
  const dialog = await choose(page)
  await dialog.getByRole('button', { name: 'Send video' }).click()
}

/** Returns how far a player is, and how many frames it has decoded. */
const readPlayer = (player: Locator) =>
  player.evaluate((video: HTMLVideoElement) => ({
    currentTime: video.currentTime,
    frames: video.getVideoPlaybackQuality().totalVideoFrames,
    isPaused: video.paused,
    source: video.currentSrc,
    ratio: video.videoWidth / video.videoHeight,
  }))

async function expectToPlay(player: Locator): Promise<void> {
  await expect(async () => {
    const { currentTime, frames } = await readPlayer(player)
    expect(currentTime).toBeGreaterThan(0.3)
    expect(frames).toBeGreaterThan(3)
  }).toPass()
}

test.describe('video messages', () => {
  test.describe.configure({ mode: 'serial' })
  let adas: ChatPage
  let bens: ChatPage

  test.beforeAll(async ({ product }) => {
    const [one, other] = [await product.openSignedUp(ada), await product.openSignedUp(ben)]
    await follow(one.page, ben)
    await follow(other.page, ada)
    adas = createChatPage(one.page)
    bens = createChatPage(other.page)
    await adas.page.goto(`/chat/${ben.username}`)
    await reloadUntilVisible(adas.page, adas.page.getByText('Say hello to'))
    await bens.page.goto(`/chat/${ada.username}`)
  })
  test.afterAll(({ product }) => product.closeWindows())

  test('are shown before they are sent', async () => {
    const dialog = await choose(adas.page)
    await expect(dialog.getByText(/^Length: 0:0\d$/)).toBeVisible()
    const preview = dialog.getByLabel('Preview of the video')
    await preview.evaluate((video: HTMLVideoElement) => {
      video.muted = true
      return video.play()
    })
    await expectToPlay(preview)
    expect(await findBarriers(adas.page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(players(adas)).toHaveCount(0)
  })

  test('become H.264 with a poster, and play for the other member', async () => {
    await send(adas.page)
    const player = players(bens)
    await expect(player).toHaveAttribute('poster', /\/media\/c\//, { timeout: 60_000 })
    await expect(player).toHaveAttribute('src', /\.mp4\?/)
    await player.evaluate((video: HTMLVideoElement) => {
      video.muted = true
      return video.play()
    })
    await expectToPlay(player)
    const box = await player.boundingBox()
    const { ratio } = await readPlayer(player)
    expect(Math.abs((box?.width ?? 0) / (box?.height ?? 1) - ratio)).toBeLessThan(0.05)
    await expect(players(adas)).toHaveAttribute('src', /\.mp4\?/)
  })

  test('play one at a time', async () => {
    await send(adas.page)
    await expect(players(bens)).toHaveCount(2)
    const [first, second] = [players(bens).nth(0), players(bens).nth(1)]
    await expect(second).toHaveAttribute('poster', /\/media\/c\//, { timeout: 60_000 })
    for (const player of [first, second])
      await player.evaluate((video: HTMLVideoElement) => {
        Object.assign(video, { muted: true, loop: true })
        return video.play()
      })
    await expect.poll(async () => (await readPlayer(first)).isPaused).toBe(true)
    expect((await readPlayer(second)).isPaused).toBe(false)
  })

  test('have no axe violations and do not widen a phone', async () => {
    for (const [width, height] of [
      [1280, 800],
      [360, 740],
    ] as const) {
      await bens.page.setViewportSize({ width, height })
      await expect(players(bens).last()).toBeVisible()
      expect(await findBarriers(bens.page)).toEqual([])
      expect(await bens.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await bens.page.setViewportSize({ width: 1280, height: 800 })
  })

  test('leave the conversation when they are deleted', async () => {
    const video = adas.log
      .getByRole('article')
      .filter({ has: adas.page.getByLabel(/^Video, 0:0\d$/) })
      .last()
    await adas.delete(video)
    await expect(players(bens)).toHaveCount(1)
  })

  test('wait for the network, and survive a reload', async () => {
    const call = '**/api/messages/video'
    await adas.page.route(call, (route) => route.abort('internetdisconnected'))
    await send(adas.page)
    await expect(players(adas)).toHaveCount(2)
    await adas.page.reload()
    await expect(players(adas)).toHaveCount(2)
    await adas.page.unroute(call)
    await adas.page.reload()
    await expect(players(bens)).toHaveCount(2, { timeout: 60_000 })
    await bens.page.goto('/inbox')
    await expect(bens.page.getByText('Video', { exact: true }).first()).toBeVisible()
  })

  test('fail if they cannot be decoded, which both members see', async () => {
    await bens.page.goto(`/chat/${ada.username}`)
    const broken = { name: 'broken.mp4', mimeType: 'video/mp4', buffer: Buffer.from('\0\0\0\x18ftypisom not a video') }
    const dialog = await choose(adas.page, broken)
    await expect(dialog.getByText("Your browser can't play this video.")).toBeVisible()
    await dialog.getByRole('button', { name: 'Send video' }).click()
    for (const { log } of [adas, bens])
      await expect(log.getByText("This video couldn't be processed")).toBeVisible({ timeout: 60_000 })
  })
})
