import type { MessageDraftView } from '@meadow/contracts'
import { createApiClient } from '@meadow/testing/api-client'
import { expect, test } from './src/fixtures.ts'
import { createChatPage } from './src/pages/chat-page.ts'
import { disconnect, reconnect } from './src/pages/connection.ts'

test.afterEach(({ product }) => product.closeWindows())

test('what a member writes follows them to another device until it is sent, and is written offline, too', async ({
  product,
}) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben] = [await calls.register('Ada Pencil'), await calls.register('Ben Reader')]
  await calls.makeMutualFollowers(ada, ben)
  const list = async (by = ada) => {
    const { drafts } = await calls.call<{ drafts: MessageDraftView[] }>('/messages/drafts', { by })
    return drafts.map(({ content }) => content)
  }
  const [desktop, phone] = [await product.openSignedIn(ada.account), await product.openSignedIn(ada.account)]
  const [desk, hand] = [createChatPage(desktop.page), createChatPage(phone.page)]
  await desk.page.goto(`/chat/${ben.account.username}`)
  await desk.send('Hello')
  await desk.message('Hello').waitFor()
  await desk.field.fill('Shall we')
  await expect.poll(list).toEqual(['Shall we'])
  expect(await list(ben)).toEqual([])

  await hand.page.goto('/inbox')
  await hand.rows.getByText('Draft: Shall we').waitFor()
  await hand.open(ben.account.fullName)
  await expect(hand.field).toHaveValue('Shall we')
  await disconnect(phone.page.context())
  await hand.field.fill('Shall we meet?')
  await hand.page.reload()
  await expect(hand.field).toHaveValue('Shall we meet?')
  await reconnect(phone.page.context())
  await expect.poll(list).toEqual(['Shall we meet?'])

  await desk.page.reload()
  await expect(desk.field).toHaveValue('Shall we meet?')
  await desk.field.press('Enter')
  await desk.message('Shall we meet?').waitFor()
  await expect.poll(list).toEqual([])
  await hand.page.reload()
  await hand.message('Shall we meet?').waitFor()
  await expect(hand.field).toHaveValue('')
  expect(desktop.problems).toEqual([])
})
