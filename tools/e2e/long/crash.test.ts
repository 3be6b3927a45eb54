import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { aPerson } from '@meadow/testing/accounts'
import { drawPicture } from '@meadow/testing/sample-pictures'
import type { Stack } from '@meadow/testing/stack'
import { atHome, comment, like, postWith, publish } from '../src/members.ts'
import { startProduct } from '../src/product.ts'

describe('a kill of every process, PostgreSQL included', () => {
  let product: Awaited<ReturnType<typeof startProduct>>
  let stack: Stack
  beforeAll(async () => {
    product = await startProduct()
    stack = product.stack
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

  it('loses nothing that was acknowledged', async () => {
    const { page } = await product.openNew(aPerson('Dora Hill'))
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
