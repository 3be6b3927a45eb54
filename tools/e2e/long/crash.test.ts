import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createUniqueAccount } from '@meadow/testing/accounts'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import type { Stack } from '@meadow/testing/stack'
import { startProduct } from '../src/open-product.ts'
import { comment, findPost, like, publish, waitForHome } from '../src/pages/member-actions.ts'

describe('a kill of every process, including PostgreSQL', () => {
  let product: Awaited<ReturnType<typeof startProduct>>
  let stack: Stack
  beforeAll(async () => {
    product = await startProduct()
    stack = product.stack
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

  it('loses no acknowledged write', async () => {
    const { page } = await product.openSignedUp(createUniqueAccount('Dora Hill'))
    await publish(page, 'Written a moment before the lights went out.', {
      file: await drawSamplePicture(),
      alt: 'Dusk',
    })
    const post = findPost(page, 'Written a moment before')
    await like(page, post)
    await comment(page, post, 'Still here.')

    const { url } = stack
    await stack.kill()
    await expect(fetch(url)).rejects.toThrow()
    await stack.start()
    expect(stack.url).toBe(url)

    await page.reload()
    await waitForHome(page)
    for (const text of ['1 like', '1 comment', 'Still here.']) await post.getByText(text, { exact: true }).waitFor()
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('img[alt="Dusk"]')?.naturalWidth)
    await publish(page, 'And it goes on.')
    await findPost(page, 'And it goes on.').waitFor()
  })
})
