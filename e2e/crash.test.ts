import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { openBrowser } from './src/browser.ts'
import { aPerson, atHome, comment, like, postWith, publish, signUp } from './src/members.ts'
import { drawPicture } from './src/picture.ts'
import { type Stack, startStack } from './src/stack.ts'
import { openWindow } from './src/window.ts'

describe('a kill of every process, PostgreSQL included', () => {
  let stack: Stack
  let browser: Browser
  beforeAll(async () => {
    stack = await startStack()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await stack?.[Symbol.asyncDispose]()
  })

  it('loses nothing that was acknowledged', async () => {
    const { page } = await openWindow(browser, stack.url)
    await signUp(page, aPerson('Dora Hill'))
    await publish(page, 'Written a moment before the lights went out.', { file: await drawPicture(), alt: 'Dusk' })
    const post = postWith(page, 'Written a moment before')
    await like(page, post)
    await comment(page, post, 'Still here.')

    const { url } = stack
    await stack.kill()
    await expect(fetch(url)).rejects.toThrow()
    await stack.start()
    expect(stack.url).toBe(url)

    await page.reload()
    await atHome(page)
    for (const text of ['1 like', '1 comment', 'Still here.']) await post.getByText(text, { exact: true }).waitFor()
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('img[alt="Dusk"]')?.naturalWidth)
    await publish(page, 'And it goes on.')
    await postWith(page, 'And it goes on.').waitFor()
  })
})
