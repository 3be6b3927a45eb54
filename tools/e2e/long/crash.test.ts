import { createUniqueAccount } from '@meadow/testing/accounts'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { expect, test } from '../src/fixtures.ts'
import { RESTART_LINES, SERVICE_KILL_LINES } from '../src/injected-faults.ts'
import { startProduct } from '../src/open-product.ts'
import { comment, findPost, like, publish, waitForHome } from '../src/pages/member-actions.ts'

test('a kill of every process, including PostgreSQL, loses no acknowledged write', async ({ browser }) => {
  await using product = await startProduct(browser, {
    name: 'the product that was killed',
    injected: [...RESTART_LINES, ...SERVICE_KILL_LINES],
  })
  const { stack } = product
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
