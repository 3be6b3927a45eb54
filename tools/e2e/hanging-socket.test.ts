import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'

const ida = createUniqueAccount('Ida Lark')
const per = createUniqueAccount('Per Holm')

test('behind a proxy that swallows WebSockets, one is told, and soon gets live updates by polling', async ({
  product,
}) => {
  const idas = await product.openSignedUp(ida)
  await idas.page.routeWebSocket(/\/socket\.io\//, () => {}) // opens, and never says anything
  const polling = idas.page.waitForResponse((response) => response.url().includes('transport=polling'), {
    timeout: 60_000,
  })
  await idas.page.goto('/home')
  const notice = idas.page.getByRole('status').filter({ hasText: 'No live updates. Connecting...' })
  await notice.waitFor({ timeout: 30_000 })
  await polling
  await notice.waitFor({ state: 'detached' })

  const pers = await product.openSignedUp(per)
  await pers.page.goto(`/profile/${ida.username}`)
  await pers.page
    .getByRole('main')
    .getByRole('button', { name: `Follow ${ida.fullName}` })
    .click()
  await idas.page.getByRole('link', { name: 'Alerts 1 new notification' }).first().waitFor()
  expect(idas.problems).toEqual([])
})
