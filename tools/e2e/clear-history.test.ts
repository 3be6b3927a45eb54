import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'
import { createChatPage } from './src/pages/chat-page.ts'
import { follow, reloadUntilVisible } from './src/pages/member-actions.ts'

test.afterAll(({ product }) => product.closeWindows())

test('a member clears a history on all their devices, and the other member keeps theirs', async ({ product }) => {
  const [ada, ben] = [createUniqueAccount('Ada Reed'), createUniqueAccount('Ben Holm')]
  const [one, other] = [await product.openSignedUp(ada), await product.openSignedUp(ben)]
  await follow(one.page, ben)
  await follow(other.page, ada)
  const second = await product.openSignedIn(ada)
  const [adas, bens, phone] = [createChatPage(one.page), createChatPage(other.page), createChatPage(second.page)]
  await bens.page.goto(`/chat/${ada.username}`)
  await reloadUntilVisible(bens.page, bens.page.getByText('Say hello to'))
  await bens.send('The heron nests here')
  for (const { page, message } of [adas, phone]) {
    await page.goto(`/chat/${ben.username}`)
    await message('The heron nests here').waitFor()
  }
  const clear = async () => {
    await adas.page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await adas.page.getByRole('menuitem', { name: 'Clear history' }).press('Enter')
    await adas.page.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(adas.message('The heron nests here')).toHaveCount(0)
  }
  await clear()
  await adas.page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await adas.message('The heron nests here').waitFor()
  await clear()
  await expect(phone.message('The heron nests here')).toHaveCount(0)
  await bens.send('It has two eggs')
  for (const { page, message } of [adas, phone]) {
    await message('It has two eggs').waitFor()
    await page.reload()
    await message('It has two eggs').waitFor()
    await expect(message('The heron nests here')).toHaveCount(0)
  }
  await bens.page.reload()
  await bens.message('The heron nests here').waitFor()
})
