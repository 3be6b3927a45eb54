import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createUniqueAccount } from '@meadow/testing/accounts'
import type { Browser } from '@playwright/test'
import { deployChange } from './src/deployments/deploy-change.ts'
import { type Deployment, openDeployment } from './src/deployments/open-deployment.ts'
import { expect, test } from './src/fixtures.ts'
import { createProduct } from './src/open-product.ts'
import { checkReleases, readStoredBuilds, waitForReleaseCheck, waitForReleases } from './src/pages/service-worker.ts'

const PROMPT = "What's on your mind?"
/** The title of the composer, which the deployed change replaces. */
const CHANGE = { find: 'Create Post', replace: 'Tell Others' }

/** Opens the home page of a new member with the service worker installed. */
async function openInstalled(
  browser: Browser,
  product: { stack: Parameters<typeof createProduct>[1] },
  { url }: Deployment,
) {
  const deployed = createProduct(browser, { ...product.stack, url })
  const { page, problems } = await deployed.openSignedUp(createUniqueAccount('Vera Thistle'), {
    serviceWorkers: 'allow',
  })
  await waitForReleases(page)
  return { page, problems }
}

test.describe('an update', () => {
  test.afterEach(({ product }) => product.closeWindows())

  test('waits while somebody types, and is applied on Reload', async ({ browser, product }) => {
    await using deployment = await openDeployment(product.stack.url)
    const { page } = await openInstalled(browser, product, deployment)
    await page.getByRole('button', { name: PROMPT }).click()
    const field = page.getByRole('dialog', { name: 'Create Post' }).getByLabel(PROMPT)
    await field.fill('The larks are back')
    const build = await deployChange(deployment.distOf('feed'), CHANGE)
    await checkReleases(page)
    await expect(page.getByText('Update ready')).toBeVisible()
    await expect(field).toHaveValue('The larks are back')
    expect((await readStoredBuilds(page))['feed']).toBe(build)

    await page.getByRole('button', { name: 'Close', exact: true }).first().click()
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('button', { name: PROMPT }).click()
    const newDialog = page.getByRole('dialog', { name: 'Tell Others' })
    await expect(newDialog.getByLabel(PROMPT)).toHaveValue('The larks are back')
    await expect(page.getByText('Update ready')).toHaveCount(0)
  })

  test('of one front end needs no other, and an open page keeps its files', async ({ browser, product }) => {
    await using deployment = await openDeployment(product.stack.url)
    const { page } = await openInstalled(browser, product, deployment)
    const before = await readStoredBuilds(page)
    const build = await deployChange(
      deployment.distOf('chat'),
      { find: 'New message', replace: 'New letter' },
      { removeOld: true },
    )
    await checkReleases(page)
    await expect.poll(() => readStoredBuilds(page)).toEqual({ ...before, chat: build })
    await expect(page.getByText('Update ready')).toHaveCount(0) // this page has not loaded the chat
    await page.getByRole('banner').getByRole('link', { name: 'Inbox' }).click()
    await page.getByRole('heading', { name: 'Your messages' }).waitFor()
    expect(
      await page.evaluate(() => (globalThis as { meadowBuilds?: Record<string, string> }).meadowBuilds?.['chat']),
    ).toBe(build)
  })

  test('that is paused leaves a browser with the newer build, until a rollback is said', async ({
    browser,
    product,
  }) => {
    await using deployment = await openDeployment(product.stack.url)
    const { page } = await openInstalled(browser, product, deployment)
    const { chat: before = '' } = await readStoredBuilds(page)
    const dist = deployment.distOf('chat')
    const readOld = async (name: string) => [join(dist, name), await readFile(join(dist, name), 'utf8')] as const
    const oldFiles = await Promise.all(['release.json', 'remoteEntry.js'].map(readOld))
    const build = await deployChange(dist, { find: 'New message', replace: 'New letter' })
    await checkReleases(page)
    await expect.poll(async () => (await readStoredBuilds(page))['chat']).toBe(build)

    for (const [file, text] of oldFiles) await writeFile(file, text) // an instance of the older build answers
    expect((await waitForReleaseCheck(page))['chat']).toBe(build)

    const [[releaseFile, release]] = oldFiles as [readonly [string, string]]
    await writeFile(releaseFile, JSON.stringify({ ...JSON.parse(release), releasedAt: Date.now() + 1 }))
    expect((await waitForReleaseCheck(page))['chat']).toBe(before)
  })

  test('of the shell leaves an open page its own files, also those that it loads later', async ({
    browser,
    product,
  }) => {
    await using deployment = await openDeployment(product.stack.url)
    const { page } = await openInstalled(browser, product, deployment)
    await deployChange(
      deployment.distOf('shell'),
      { find: 'Your sign-in details.', replace: 'How you sign in.' },
      { removeOld: true },
    )
    await checkReleases(page)
    await expect(page.getByText('Update ready')).toBeVisible()
    await page.getByRole('button', { name: 'Later' }).click()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByText('Your sign-in details.').waitFor()
    await page.reload()
    await page.getByText('How you sign in.').waitFor()
  })
})

test.describe('the kill switch', () => {
  test.afterEach(({ product }) => product.closeWindows())

  test('removes the service worker and its caches, and the app works', async ({ browser, product }) => {
    await using deployment = await openDeployment(product.stack.url)
    const { page } = await openInstalled(browser, product, deployment)
    deployment.switchServiceWorkerOff()
    /** Without the cache that a page keeps ready for pictures of conversations: nothing fills it without a worker. */
    const readRemains = () =>
      page.evaluate(async () => [
        (await navigator.serviceWorker.getRegistrations()).length,
        ...(await caches.keys()).filter((name) => !name.startsWith('meadow-member-media')),
      ])
    await page.reload()
    await expect.poll(readRemains).toEqual([0])
    await page.reload()
    await page.getByRole('button', { name: PROMPT }).waitFor()
    expect(await readRemains()).toEqual([0])
  })
})

test.describe('a device without room', () => {
  test.afterEach(({ product }) => product.closeWindows())

  test('uses the app from the network', async ({ browser, product }) => {
    await using deployment = await openDeployment(product.stack.url)
    const deployed = createProduct(browser, { ...product.stack, url: deployment.url })
    const { page } = await deployed.open({ serviceWorkers: 'allow' })
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: deployment.url, quotaSize: 200_000 })
    await page.goto('/')
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
    await checkReleases(page)
    await expect
      .poll(async () => (await page.evaluate(() => caches.keys())).filter((name) => name.startsWith('meadow-release')))
      .toEqual([])
    await page.reload()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  })
})
