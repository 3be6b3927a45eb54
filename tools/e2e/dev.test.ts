import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, parse, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@meadow/testing'
import { aPerson } from '@meadow/testing/accounts'
import { openBrowser } from '@meadow/testing/browser'
import { familyOf } from '@meadow/testing/process-tree'
import { type Stack, startStack } from '@meadow/testing/stack'
import type { Browser } from 'playwright-core'
import { barriersOn } from './src/axe.ts'
import { signUp } from './src/members.ts'
import { SCHEMES, SIZES } from './src/variants.ts'
import { openWindow } from './src/window.ts'

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

  it('shows what changes in a remote in the open page, which keeps what was typed', async () => {
    const { page, problems } = await openWindow(browser, stack.url)
    await signUp(page, aPerson('Robin Sorrel'))
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

  it('gives a page that is loaded after changes the remote as it is now', async () => {
    const { page, problems } = await openWindow(browser, stack.url)
    await signUp(page, aPerson('Marlow Reed'))
    expect(problems).toEqual([])
  })

  it('starts a service again when one of its files has changed', async () => {
    const starts = async () => (await stack.logOf('auth')).filter(({ msg }) => msg === 'listening').length
    const before = await starts()
    await using _ = await changed('services/auth/src/service.ts', '\n', '\n\n')
    await eventually(async () => expect(await starts()).toBeGreaterThan(before))
    await eventually(async () => expect(await statusOf(`${stack.url}/api/auth/jwks`)).toBe(200))
  })

  it.each(Object.entries(SIZES))('has a page of all components, without barriers: %s', async (_size, viewport) => {
    const { page, problems } = await openWindow(browser, stack.url, { viewport, reducedMotion: 'reduce' })
    await page.goto('/dev/ui')
    await page.getByRole('heading', { name: 'Components' }).waitFor()
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme })
      expect(await barriersOn(page)).toEqual([])
    }
    expect(problems).toEqual([])
  })

  it('ends with all that it has started', async () => {
    const names = (await readdir(join(stack.dataDir, 'processes'))).map((file) => parse(file).name)
    const family = names.flatMap((name) => familyOf(stack.pidOf(name) ?? 0))
    expect(family.filter(isThere).length).toBeGreaterThan(names.length)
    await stack.stop()
    await eventually(() => expect(family.filter(isThere)).toEqual([]))
  })
})

const statusOf = (url: string) => fetch(url).then(({ status }) => status)

function isThere(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Changes a source file until it is disposed of. */
async function changed(path: string, from: string, to: string): Promise<AsyncDisposable> {
  const file = resolve(ROOT, path)
  const before = await readFile(file, 'utf8')
  if (!before.includes(from)) throw new Error(`${path} has no '${from}'`)
  await writeFile(file, before.replace(from, to))
  return { [Symbol.asyncDispose]: () => writeFile(file, before) }
}
