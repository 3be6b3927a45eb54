import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, parse, resolve } from 'node:path'
import { createUniqueAccount } from '@meadow/testing/accounts'
import { listProcessTree } from '@meadow/testing/process-tree'
import { type Stack, startStack } from '@meadow/testing/stack'
import { expect, test } from './src/fixtures.ts'
import { RESTART_LINES } from './src/injected-faults.ts'
import { createProduct } from './src/open-product.ts'
import { findBarriers } from './src/pages/axe.ts'
import { openWindow } from './src/pages/browser-window.ts'
import { COLOR_SCHEMES, VIEWPORTS } from './src/screens/viewports.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FEED = 'frontends/feed/src'

test.describe('npm run dev', () => {
  let stack: Stack
  test.beforeAll(async () => {
    stack = await startStack('--development')
  })
  test.afterAll(() => stack?.stopWithCleanLogs('the product in development', RESTART_LINES))

  test('updates a changed remote in the open page without losing typed text', async ({ browser }) => {
    const { page, problems } = await createProduct(browser, stack).openSignedUp(createUniqueAccount('Robin Sorrel'))
    await page.getByRole('button', { name: "What's on your mind?" }).click()
    const text = page.getByRole('dialog').getByLabel("What's on your mind?")
    await text.fill('Half a thought')
    let loads = 0
    page.on('load', () => loads++)
    {
      await using _text = await changed(`${FEED}/texts.ts`, 'Create Post', 'Begin Something')
      await page.getByRole('dialog', { name: 'Begin Something' }).waitFor()
      await using _component = await changed(
        `${FEED}/features/composer/composer-prompt.tsx`,
        '<Video',
        '<b>New</b><Video',
      )
      await page.locator('b', { hasText: 'New' }).waitFor({ state: 'attached' })
    }
    await page.getByRole('dialog', { name: 'Create Post' }).waitFor()
    await expect(text).toHaveValue('Half a thought')
    expect({ loads, problems }).toEqual({ loads: 0, problems: [] })
  })

  test('serves the current remote to a page that loads after a change', async ({ browser }) => {
    const { problems } = await createProduct(browser, stack).openSignedUp(createUniqueAccount('Marlow Reed'))
    expect(problems).toEqual([])
  })

  test('restarts a service when one of its files changes', async () => {
    const starts = async () => (await stack.logOf('auth')).filter(({ msg }) => msg === 'listening').length
    const before = await starts()
    await using _ = await changed('services/auth/src/service.ts', '\n', '\n\n')
    await expect.poll(starts).toBeGreaterThan(before)
    await expect.poll(() => statusOf(`${stack.url}/api/auth/jwks`)).toBe(200)
  })

  for (const [size, viewport] of Object.entries(VIEWPORTS))
    test(`has a page of all components without axe violations: ${size}`, async ({ browser }) => {
      const { page, problems } = await openWindow(browser, stack.url, { viewport, reducedMotion: 'reduce' })
      await page.goto('/dev/ui')
      await page.getByRole('heading', { name: 'Components' }).waitFor()
      for (const colorScheme of COLOR_SCHEMES) {
        await page.emulateMedia({ colorScheme })
        expect(await findBarriers(page)).toEqual([])
      }
      expect(problems).toEqual([])
    })

  test('stops all processes that it has started', async () => {
    const names = (await readdir(join(stack.dataDir, 'processes'))).map((file) => parse(file).name)
    const processTree = names.flatMap((name) => listProcessTree(stack.pidOf(name) ?? 0))
    expect(processTree.filter(isRunning).length).toBeGreaterThan(names.length)
    await stack.stop()
    await expect.poll(() => processTree.filter(isRunning)).toEqual([])
  })
})

const statusOf = (url: string) => fetch(url).then(({ status }) => status)

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Changes a source file. Disposal restores it. */
async function changed(path: string, from: string, to: string): Promise<AsyncDisposable> {
  const file = resolve(ROOT, path)
  const before = await readFile(file, 'utf8')
  if (!before.includes(from)) throw new Error(`${path} has no '${from}'`)
  await writeFile(file, before.replace(from, to))
  return { [Symbol.asyncDispose]: () => writeFile(file, before) }
}
