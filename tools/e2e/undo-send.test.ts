import { createUniqueAccount } from '@meadow/testing/accounts'
import { expect, test } from './src/fixtures.ts'
import { createChatPage } from './src/pages/chat-page.ts'
import { follow, reloadUntilVisible } from './src/pages/member-actions.ts'

test.afterAll(({ product }) => product.closeWindows())

test('a browser with Undo send takes a message back before it leaves, and sends what is not taken back', async ({
  product,
}) => {
  const [una, ben] = [createUniqueAccount('Una Undo'), createUniqueAccount('Ben Holm')]
  const [one, other] = [await product.openSignedUp(una), await product.openSignedUp(ben)]
  await follow(one.page, ben)
  await follow(other.page, una)
  const [unas, bens] = [createChatPage(one.page), createChatPage(other.page)]
  await unas.page.evaluate(() => localStorage.setItem('undoSend', 'on'))
  await unas.page.goto(`/chat/${ben.username}`)
  await reloadUntilVisible(unas.page, unas.page.getByText('Say hello to'))
  await bens.page.goto(`/chat/${una.username}`)
  await bens.page.getByText('Say hello to').waitFor()
  await unas.send('I am on my wya')
  await unas.message('I am on my wya').getByRole('button', { name: 'Undo' }).click()
  await expect(unas.field).toHaveValue('I am on my wya')
  await expect(unas.message('I am on my wya')).toHaveCount(0)
  await unas.send('I am on my way')
  await bens.message('I am on my way').waitFor()
  await expect(bens.message('I am on my wya')).toHaveCount(0)
  await expect(unas.message('I am on my way').getByRole('button', { name: 'Undo' })).toHaveCount(0)
})
