import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUniqueAccount } from '@meadow/testing/accounts'
import { openBrowserProfile } from '@meadow/testing/browser'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { startSession } from './src/open-product.ts'
import { BROWSER_TIMEOUT_MS } from './src/pages/browser-window.ts'
import { waitForReleases } from './src/pages/service-worker.ts'

/** Opens the home page of a new member in a browser with a profile. */
async function openProfile(url: string) {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-profile-'))
  const context = await openBrowserProfile(folder, { baseURL: url, serviceWorkers: 'allow' })
  context.setDefaultTimeout(BROWSER_TIMEOUT_MS)
  const page = context.pages()[0] ?? (await context.newPage())
  await startSession(page, 'register', createUniqueAccount('Nell Heather'))
  return {
    page,
    async [Symbol.asyncDispose]() {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Simulates the browser's offer, which this browser does not make without a screen, and that the member accepts it. */
const offerInstallation = (page: Page) =>
  page.evaluate(() => {
    const prompt = async () => ({ outcome: 'accepted' })
    dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
  })

/** Submits the form that another app's share sheet submits. */
const share = (page: Page, picture: number[]) =>
  page.evaluate((bytes) => {
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      action: '/share',
      enctype: 'multipart/form-data',
    })
    for (const [name, value] of Object.entries({ text: 'Larks over the field', url: 'https://example.org/larks' }))
      form.append(Object.assign(document.createElement('input'), { name, value }))
    const files = new DataTransfer()
    files.items.add(new File([new Uint8Array(bytes)], 'larks.png', { type: 'image/png' }))
    files.items.add(new File(['a list'], 'list.png', { type: 'image/png' }))
    form.append(Object.assign(document.createElement('input'), { type: 'file', name: 'pictures', files: files.files }))
    document.body.append(form)
    form.submit()
  }, picture)

test.describe('the app', () => {
  test('can be installed, and takes what other apps share', async ({ stack }) => {
    await using profile = await openProfile(stack.url)
    const { page } = profile
    await waitForReleases(page)
    const devtools = await page.context().newCDPSession(page)
    const manifest = await devtools.send('Page.getAppManifest')
    expect(manifest.url).toBe(`${stack.url}/manifest.webmanifest`)
    expect(manifest.errors).toEqual([])
    await expect
      .poll(async () => (await devtools.send('Page.getInstallabilityErrors')).installabilityErrors)
      .toEqual([])
    await offerInstallation(page)
    await page.getByRole('button', { name: 'Install app' }).click()
    await page.getByText('Meadow is being added to your device.').waitFor()

    const picture = await drawSamplePicture()
    await share(page, [...picture])
    const dialog = page.getByRole('dialog', { name: 'Create Post' })
    await expect(dialog.getByLabel("What's on your mind?")).toHaveValue(
      'Larks over the field\nhttps://example.org/larks',
    )
    await expect(dialog.getByRole('button', { name: 'Add alt text' })).toBeVisible()
    await expect(dialog.getByRole('alert')).toHaveText('“list.png” is not a JPEG, PNG, WebP or GIF picture.')
  })

  test('starts where one was', async ({ stack }) => {
    await using profile = await openProfile(stack.url)
    const { page } = profile
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByText('Your sign-in details.').waitFor()
    const last = new URL(page.url()).pathname
    await page.goto('/start')
    await page.waitForURL(`**${last}`)
  })
})
