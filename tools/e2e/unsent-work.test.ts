import { createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { expect, test } from './src/fixtures.ts'
import { createChatPage } from './src/pages/chat-page.ts'
import { readDeviceStorage } from './src/pages/device-storage.ts'

test.afterEach(({ product }) => product.closeWindows())

test('what is written in a conversation and not sent is still there after a reload', async ({ product }) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben] = [await calls.register('Ada Moss'), await calls.register('Ben Reed')]
  await calls.makeMutualFollowers(ada, ben)
  await calls.sendMessage(ada, ben, 'The swallows are here')
  const { page } = await product.openSignedIn(ada.account)
  await page.goto(`/chat/${ben.account.username}`)
  const chat = createChatPage(page)
  await chat.message('The swallows are here').waitFor()
  const conversation = page.getByRole('region', { name: /^Chat with/ })
  const thread = page.getByRole('complementary', { name: 'Thread' })
  const pictures = conversation.getByRole('list', { name: 'Pictures to send' }).getByRole('img')
  const openThread = async (text: string) => {
    await chat.message(text).getByRole('button', { name: 'Actions' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Open thread' }).press('Enter')
  }

  await openThread('The swallows are here')
  await thread.getByLabel('Reply in thread').fill('And I saw them first')
  await thread.getByRole('button', { name: 'Close thread' }).click()
  const buffer = await drawSamplePicture()
  await conversation.locator('input[type=file]').setInputFiles({ name: 'barn.png', mimeType: 'image/png', buffer })
  await expect(pictures).toHaveCount(1)
  await expect.poll(async () => (await readDeviceStorage(page)).databases['meadow-member/drafts']).toHaveLength(1)
  await chat.field.fill('')
  await chat.field.press('ArrowUp')
  await chat.field.fill('The swallows are back')

  await page.reload()
  await expect(chat.field).toHaveValue('The swallows are back')
  await page.keyboard.press('Enter')
  await chat.message('The swallows are back').waitFor()
  await expect(pictures).toHaveCount(1)
  await chat.field.fill('The barn')
  await page.keyboard.press('Enter')
  await chat
    .message('The barn')
    .getByText(/· (Sent|Delivered)/)
    .waitFor()
  await expect.poll(async () => (await readDeviceStorage(page)).databases['meadow-member/drafts']).toEqual([])
  await openThread('The swallows are back')
  await expect(thread.getByLabel('Reply in thread')).toHaveValue('And I saw them first')
})
