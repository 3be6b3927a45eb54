import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, parse, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@meadow/testing'
import { createUniqueAccount } from '@meadow/testing/accounts'
import { openBrowser } from '@meadow/testing/browser'
import { listProcessTree } from '@meadow/testing/process-tree'
import { type Stack, startStack } from '@meadow/testing/stack'
import type { Browser } from 'playwright-core'
import { findBarriers } from './src/pages/axe.ts'
import { openWindow } from './src/pages/browser-window.ts'
import { signUp } from './src/pages/member-actions.ts'
import { COLOR_SCHEMES, VIEWPORTS } from './src/screens/viewports.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FEED = 'frontends/feed/src'

describe('npm run dev', () => {
  let stack: Stack
  let browser: Browser
  beforeAll(async () => {
    stack = await startStack('--development')
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await stack?.[Symbol.asyncDispose]()
  })

  it('updates a changed remote in the open page without losing typed text', async () => {
    const { page, problems } = await openWindow(browser, stack.url)
    await signUp(page, createUniqueAccount('Robin Sorrel'))
    await page.getByRole('button', { name: "What's on your mind?" }).click()
    const text = page.getByRole('dialog').getByLabel("What's on your mind?")
    await text.fill('Half a thought')
    let loads = 0
    page.on('load', () => loads++)
    {
      await using _text = await changed(`${FEED}/texts.ts`, 'Create Post', 'Begin Something')
      await page.getByRole('dialog', { name: 'Begin Something' }).waitFor()
      await using _component = await changed(`${FEED}/features/composer/create-box.tsx`, '<Video', '<b>New</b><Video')
      await page.locator('b', { hasText: 'New' }).waitFor({ state: 'attached' })
    }
    await page.getByRole('dialog', { name: 'Create Post' }).waitFor()
    expect(await text.inputValue()).toBe('Half a thought')
    expect({ loads, problems }).toEqual({ loads: 0, problems: [] })
  })

  it('serves the current remote to a page that loads after a change', async () => {
    const { page, problems } = await openWindow(browser, stack.url)
    await signUp(page, createUniqueAccount('Marlow Reed'))
    expect(problems).toEqual([])
  })

  it('restarts a service when one of its files changes', async () => {
    const starts = async () => (await stack.logOf('auth')).filter(({ msg }) => msg === 'listening').length
    const before = await starts()
    await using _ = await changed('services/auth/src/service.ts', '\n', '\n\n')
    await eventually(async () => expect(await starts()).toBeGreaterThan(before))
    await eventually(async () => expect(await statusOf(`${stack.url}/api/auth/jwks`)).toBe(200))
  })

  it.each(Object.entries(VIEWPORTS))(
    'has a page of all components without axe violations: %s',
    async (_size, viewport) => {
      const { page, problems } = await openWindow(browser, stack.url, { viewport, reducedMotion: 'reduce' })
      await page.goto('/dev/ui')
      await page.getByRole('heading', { name: 'Components' }).waitFor()
      for (const colorScheme of COLOR_SCHEMES) {
        await page.emulateMedia({ colorScheme })
        expect(await findBarriers(page)).toEqual([])
      }
      expect(problems).toEqual([])
    },
  )

  it('stops all processes that it has started', async () => {
    const names = (await readdir(join(stack.dataDir, 'processes'))).map((file) => parse(file).name)
    const processTree = names.flatMap((name) => listProcessTree(stack.pidOf(name) ?? 0))
    expect(processTree.filter(isRunning).length).toBeGreaterThan(names.length)
    await stack.stop()
    await eventually(() => expect(processTree.filter(isRunning)).toEqual([]))
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
