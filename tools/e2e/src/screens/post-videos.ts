import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { expect, type Locator, type Page } from '@playwright/test'
import { closeDialog } from '../pages/close-dialog.ts'
import { clearStoredQueries } from '../pages/stored-queries.ts'
import type { Screen } from './screen.ts'

const VIDEO_FILE = fileURLToPath(new URL('../../../../packages/voice/tests/recordings/video.webm', import.meta.url))
const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:04.000\nMoss on a wall\n'

/** Answers what a video with captions shows. */
async function routeFiles(page: Page): Promise<void> {
  const [video, poster] = [await readFile(VIDEO_FILE), await drawSamplePicture('noon', 640, 360)]
  const files = {
    'video.mp4': { contentType: 'video/webm', body: video },
    'broken.mp4': { contentType: 'video/mp4', body: 'no video' },
    'captions.vtt': { contentType: 'text/vtt', body: CAPTIONS },
    poster: { contentType: 'image/png', body: poster },
  }
  for (const [name, file] of Object.entries(files))
    await page.route(`**/media/p/${name}`, (route) => route.fulfill(file))
}

const toVideo = (postId: string) => ({
  _id: postId,
  status: 'ready',
  url: '/media/p/video.mp4' as string | null,
  durationMs: 4_000,
  width: 640,
  height: 360,
  poster: {
    ...{ _id: postId, secure_url: '/media/p/poster', url: '/media/p/poster', width: 640, height: 360 },
    ...{ placeholder: '', alt: '', sources: [{ url: '/media/p/poster', width: 640 }] },
  } as object | null,
  captions: '/media/p/captions.vtt' as string | null,
})

/** A post with a video: before and while it plays, upright, while it is processed, and if it cannot be played. */
const postVideo: Screen = async (page, { postId, show }) => {
  const ready = toVideo(postId)
  const waiting = { ...ready, url: null, poster: null, captions: null }
  let shown: { video: object; pictureCover?: object } = { video: ready }
  let rev = 0
  await routeFiles(page)
  const toPost = (post: { rev: number }) => {
    rev += 1
    return { ...post, image: '', media: null, pictures: [], ...shown, rev: post.rev + rev }
  }
  await page.route(/\/api\/posts\/[0-9a-f-]{36}$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: toPost(await response.json()) })
  })
  await page.route(/\/api\/posts\?/, async (route) => {
    const response = await route.fetch()
    const feed = await response.json()
    await route.fulfill({ response, json: { ...feed, posts: feed.posts.map(toPost) } })
  })
  const open = async (path: string, next: typeof shown): Promise<Locator> => {
    shown = next
    await page.goto('/terms')
    await clearStoredQueries(page)
    await page.goto(path)
    return page.getByRole('article').first()
  }
  const path = `/post/${postId}`
  await (await open('/home', { video: ready })).locator('video').waitFor()
  await show('home-video')
  const player = (await open(path, { video: ready })).locator('video')
  await player.waitFor()
  await show('post-video')
  await player.evaluate((video: HTMLVideoElement) => {
    video.loop = true
    return video.play()
  })
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
  await show('post-video-playing')
  const upright = { ...ready, poster: null, width: 360, height: 640 }
  await (await open(path, { video: upright })).locator('video').waitFor()
  await show('post-video-upright')
  await (await open(path, { video: { ...waiting, status: 'processing' } })).getByText(/getting ready/).waitFor()
  await show('post-video-processing')
  await (await open(path, { video: { ...waiting, status: 'failed' } })).getByText(/couldn't be processed/).waitFor()
  await show('post-video-failed')
  const broken = { ...ready, url: '/media/p/broken.mp4', poster: null }
  const unplayed = await open(path, { video: broken })
  await unplayed.getByRole('button', { name: /^Play/ }).waitFor()
  await show('post-video-unplayed')
  await unplayed.getByRole('button', { name: /^Play/ }).click()
  await unplayed.getByRole('button', { name: 'Try again' }).waitFor()
  await show('post-video-broken')
  const pictureCover = { kind: 'spoiler', note: '' }
  await (await open(path, { video: ready, pictureCover })).getByRole('button', { name: 'Show', exact: true }).waitFor()
  await show('post-video-covered')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/terms')
  await clearStoredQueries(page) // the next screens show what the server has
}

/** A video in the composer, with captions, with a file that is none, and one that cannot be posted. */
const composerVideo: Screen = async (page, { show }) => {
  await page.goto('/home')
  await page.getByRole('button', { name: "What's on your mind?" }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Post' })
  await dialog.getByRole('textbox', { name: "What's on your mind?" }).fill('A walk')
  const picker = page.locator('input[accept="video/*"]')
  await picker.setInputFiles(VIDEO_FILE)
  await dialog.getByText(/^Length: /).waitFor()
  const toCaptions = (content: string) => ({ name: 'a.vtt', mimeType: 'text/vtt', buffer: Buffer.from(content) })
  const captions = dialog.locator('input[accept^=".vtt"]')
  await captions.setInputFiles(toCaptions('Moss on a wall'))
  await dialog.getByText(/^This file can't be used/).waitFor()
  await show('composer-video-bad-captions')
  await captions.setInputFiles(toCaptions(CAPTIONS))
  await dialog.getByText('The video has captions.').waitFor()
  await show('composer-video')
  await dialog.getByRole('button', { name: 'Remove video' }).click()
  await picker.setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(0) })
  await dialog.getByText('This file is empty.').waitFor()
  await show('composer-video-problem')
  await dialog.getByRole('button', { name: 'Remove video' }).click()
  await dialog.getByRole('textbox', { name: "What's on your mind?" }).fill('')
  await closeDialog(page)
}

export const postVideoScreens: Screen[] = [postVideo, composerVideo]
