import { type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { expect, test } from './src/fixtures.ts'
import { findBarriers } from './src/pages/axe.ts'

test.afterEach(({ product }) => product.closeWindows())

test('a bio leads to members and tags, alerts whom it mentions once, and is read by guests, too', async ({
  product,
}) => {
  const { register, edit, call } = createApiClient(product.stack.url)
  const [ada, ben] = [await register('Ada Bloom'), await register('Ben Rowan')]
  const { page, problems } = await product.openSignedIn(ada.account)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await dialog.getByLabel('Bio').fill(`Grows #moss with @${ben.account.username}, see example.org/moss`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'example.org/moss' })).toHaveAttribute('target', '_blank')
  await expect(main.getByRole('link', { name: '#moss' })).toHaveAttribute('href', '/tag/moss')
  expect(await findBarriers(page)).toEqual([])
  await main.getByRole('link', { name: `@${ben.account.username}` }).click()
  await page.waitForURL(`**/profile/${ben.account.username}`)
  await page.getByRole('heading', { level: 1, name: ben.account.fullName }).waitFor()

  const cleo = await register('Cleo Marsh')
  await edit(ada, { bio: `Grows #moss, and rows with @${ben.account.username} and @${cleo.account.username}` })
  const countMentions = async (by: ApiMember) =>
    (await call<{ counts: { mention: number } }>('/posts/notifications', { by })).counts.mention
  await expect.poll(() => countMentions(cleo)).toBe(1) // notify knows both bios
  expect(await countMentions(ben)).toBe(1)
  const bens = await product.openSignedIn(ben.account)
  await bens.page.goto('/alert')
  const alerts = bens.page.getByRole('main').getByRole('listitem').filter({ hasText: 'mentioned you in their bio' })
  await expect(alerts).toHaveCount(1)
  await alerts.getByRole('link', { name: /mentioned you/ }).click()
  await bens.page.waitForURL(`**/profile/${ada.account.username}`)

  const guest = await product.open()
  await guest.page.goto(`/profile/${ada.account.username}`)
  await guest.page
    .getByRole('main')
    .getByRole('link', { name: `@${ben.account.username}` })
    .waitFor()
  expect([...problems, ...bens.problems]).toEqual([])
})
