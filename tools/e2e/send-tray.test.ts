import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUniqueAccount } from '@meadow/testing/accounts'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { findPost } from './src/pages/member-actions.ts'
import { dropFiles, pastePicture } from './src/pages/send-files.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Widths of the pictures, by which a published picture is recognised. */
const WIDTHS = [300, 320, 340, 360, 380] as const

let folder: string
let paths: string[]

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meadow-send-tray-'))
  paths = await Promise.all(
    WIDTHS.map(async (width) => {
      const path = join(folder, `${width}.png`)
      await writeFile(path, await drawSamplePicture('noon', width, 200))
      return path
    }),
  )
})
test.afterAll(async ({ product }) => {
  await product.closeWindows()
  await rm(folder, { recursive: true })
})

/** A text that no other run has published: newcomers see the posts of everyone. */
const createText = (text: string) => `${text} ${randomBytes(4).toString('hex')}`

const findPrompt = (page: Page) => page.getByRole('button', { name: "What's on your mind?" })
const findComposer = (page: Page) => page.getByRole('dialog', { name: 'Create Post' })
const findPreviews = (page: Page) => findComposer(page).getByRole('listitem').getByRole('img')

async function describePicture(page: Page, number: number, alt: string) {
  await findComposer(page)
    .getByRole('button', { name: `Add alt text to picture ${number}` })
    .click()
  await findComposer(page)
    .getByRole('textbox', { name: `Alt text of picture ${number}` })
    .fill(alt)
}

/** Clicks Post and waits for the post. Returns its pictures: widths and alt texts, in their order. */
async function submitPost(page: Page, action = 'Post') {
  const response = page.waitForResponse((one) => one.url().endsWith('/api/posts') && one.request().method() === 'POST')
  await findComposer(page).getByRole('button', { name: action, exact: true }).click()
  const { pictures } = await (await response).json()
  await expect(findComposer(page)).toBeHidden()
  return pictures.map(({ width, alt }: { width: number; alt: string }) => [width, alt])
}

test('pictures dropped on the prompt and pasted into the text are published in the chosen order', async ({
  product,
}) => {
  const { page, problems } = await product.openSignedUp(createUniqueAccount('Nia Dropper'))
  const text = createText('Dropped and pasted')
  await dropFiles(findPrompt(page), paths.slice(0, 2))
  await expect(findPreviews(page)).toHaveCount(2)
  await findComposer(page).getByLabel("What's on your mind?").fill(text)
  await findComposer(page).getByRole('button', { name: 'Add pictures' }).focus()
  await pastePicture(page, await drawSamplePicture('night', WIDTHS[2], 200))
  await expect(findPreviews(page)).toHaveCount(3)
  await describePicture(page, 3, 'A hill at night')
  await findComposer(page).getByRole('button', { name: 'Move picture 3 earlier' }).click()
  await findComposer(page).getByRole('button', { name: 'Move picture 2 earlier' }).click()
  await describePicture(page, 2, 'A hill at noon')
  expect(await submitPost(page)).toEqual([
    [WIDTHS[2], 'A hill at night'],
    [WIDTHS[0], 'A hill at noon'],
    [WIDTHS[1], ''],
  ])
  const shown = findPost(page, text).getByRole('img', { name: /^A hill/ })
  await expect(shown).toHaveCount(2)
  await expect(shown.first()).toHaveAccessibleName('A hill at night')
  expect(problems).toEqual([])
})

test('four pictures and a text are published from the phone; the fifth is refused', async ({ product }) => {
  const account = createUniqueAccount('Pico Phone')
  const text = createText('Four of five')
  await product.openSignedUp(account)
  const { page } = await product.openSignedIn(account, PHONE)
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Photo' }).tap()
  await (await picker).setFiles(paths)
  await expect(findPreviews(page)).toHaveCount(4)
  await expect(findComposer(page).getByRole('alert')).toHaveText('You can add up to 4 pictures.')
  await findComposer(page).getByLabel("What's on your mind?").fill(text)
  await findComposer(page).getByRole('button', { name: 'Remove picture 1' }).tap()
  await findComposer(page)
    .locator('input[type=file]')
    .setInputFiles(paths[4] ?? '')
  expect(await submitPost(page)).toEqual(WIDTHS.slice(1).map((width) => [width, '']))
  await findPost(page, text).waitFor()
})

test('a file dropped beside the prompt leaves the page where it is', async ({ product }) => {
  const { page } = await product.openSignedUp(createUniqueAccount('Stay Putter'))
  const address = page.url()
  await page.evaluate(() => {
    const effects: string[] = []
    addEventListener('dragover', (event) => effects.push(`${event.defaultPrevented} ${event.dataTransfer?.dropEffect}`))
    Object.assign(window, { effects })
  })
  await dropFiles(page.getByRole('banner'), paths.slice(0, 1))
  await dropFiles(page.getByRole('heading', { level: 1 }), paths.slice(0, 1))
  const effects = await page.evaluate(() => (window as unknown as { effects: string[] }).effects)
  expect(new Set(effects)).toEqual(new Set(['true none']))
  expect(
    page
      .context()
      .pages()
      .map((one) => one.url()),
  ).toEqual([address])
})

test('an upload shows its progress, and Cancel brings the post back into the composer', async ({ product }) => {
  const { page } = await product.openSignedUp(createUniqueAccount('Cal Cancel'))
  const large = join(folder, 'large.png')
  await writeFile(large, Buffer.concat([await drawSamplePicture('noon', 300, 200), randomBytes(5_000_000)]))
  const devTools = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 400_000 }
  await findPrompt(page).click()
  await findComposer(page).getByLabel("What's on your mind?").fill('Too slow.')
  await findComposer(page).locator('input[type=file]').setInputFiles(large)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', slow)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/media'))
  await findComposer(page).getByRole('button', { name: 'Post', exact: true }).click()
  const waiting = page.getByRole('article', { name: 'Your post, not published yet' })
  await waiting.getByRole('progressbar', { name: /^Uploading [1-9]\d?%$/ }).waitFor()
  await waiting.getByRole('button', { name: 'Cancel' }).click()
  await failed
  await expect(findComposer(page).getByRole('button', { name: 'Post', exact: true })).toBeEnabled()
  await expect(findComposer(page).getByRole('alert')).toBeHidden()
  await expect(findComposer(page).getByLabel("What's on your mind?")).toHaveValue('Too slow.')
  await expect(findPreviews(page)).toHaveCount(1)
})

test('without a connection a post waits with its pictures, and is published later', async ({ product }) => {
  const { page } = await product.openSignedUp(createUniqueAccount('Olu Offline'))
  const text = createText('Back again')
  await findPrompt(page).click()
  await findComposer(page).getByLabel("What's on your mind?").fill(text)
  await findComposer(page).locator('input[type=file]').setInputFiles(paths.slice(0, 2))
  await page.context().setOffline(true)
  await findComposer(page).getByRole('button', { name: 'Post', exact: true }).click()
  await expect(findComposer(page)).toBeHidden()
  const waiting = page.getByRole('article', { name: 'Your post, not published yet' })
  await expect(waiting).toContainText(text)
  const published = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/posts'),
  )
  await page.context().setOffline(false)
  expect((await published).postDataJSON().pictures).toHaveLength(2)
  await expect(waiting).toBeHidden()
  await findPost(page, text).waitFor()
})
