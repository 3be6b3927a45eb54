import { createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { expect, test } from './src/fixtures.ts'
import { createChatPage } from './src/pages/chat-page.ts'
import { disconnect, reconnect } from './src/pages/connection.ts'

test.afterEach(({ product }) => product.closeWindows())

test('a text and a picture are forwarded to several people, also offline, and an edit shows what was said before', async ({
  product,
}) => {
  const calls = createApiClient(product.stack.url)
  const [ada, ben, carla, dora] = [
    await calls.register('Ada Courier'),
    await calls.register('Ben Source'),
    await calls.register('Carla Target'),
    await calls.register('Dora Target'),
  ]
  await Promise.all([ben, carla, dora].map((other) => calls.makeMutualFollowers(ada, other)))
  const original = await calls.sendMessage(ben, ada, 'The ferry leaves at five')
  await calls.call(`/messages/${original}`, { by: ben, method: 'PUT', body: { content: 'The ferry leaves at six' } })
  await calls.sendPicture(ben, ada, await drawSamplePicture())

  const [window, other] = [await product.openSignedIn(ada.account), await product.openSignedIn(carla.account)]
  const [chat, carlas] = [createChatPage(window.page), createChatPage(other.page)]
  await chat.page.goto(`/chat/${ben.account.username}`)
  const text = chat.message('The ferry leaves at six')
  await text.getByRole('button', { name: 'Edited' }).click()
  const versions = chat.page.getByRole('dialog', { name: 'Edit history' }).getByRole('listitem')
  await expect(versions).toHaveCount(2)
  await expect(versions.nth(1)).toContainText('The ferry leaves at five')
  await chat.page.keyboard.press('Escape')

  const forward = async (message: typeof text, ...names: string[]) => {
    await message.getByRole('button', { name: 'Actions' }).press('Enter')
    await chat.page.getByRole('menuitem', { name: 'Forward' }).press('Enter')
    const dialog = chat.page.getByRole('dialog', { name: 'Forward message' })
    for (const name of names) await dialog.getByRole('checkbox', { name }).check()
    await dialog.getByRole('button', { name: /^Forward to/ }).click()
    await expect(dialog).toBeHidden()
  }
  await forward(text, carla.account.fullName, dora.account.fullName)
  await carlas.page.goto(`/chat/${ada.account.username}`)
  await expect(carlas.message('The ferry leaves at six')).toContainText('Forwarded')
  await expect(carlas.page.getByText(ben.account.fullName)).toHaveCount(0)

  await disconnect(chat.page.context())
  const picture = chat.log.getByRole('article').filter({ has: chat.page.getByRole('img') })
  await forward(picture, carla.account.fullName)
  await reconnect(chat.page.context())
  const received = carlas.log.getByRole('article').filter({ has: carlas.page.getByRole('img') })
  await expect(received).toContainText('Forwarded')
  const [sent] = (
    await calls.call<{ messages: { _id: string; messageType: string }[] }>(`/messages/${ada._id}`, { by: ben })
  ).messages.filter(({ messageType }) => messageType === 'image')
  await calls.call(`/messages/${sent?._id}`, { by: ben, method: 'DELETE' })
  await carlas.page.reload()
  const image = received.getByRole('img')
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
  expect(other.problems).toEqual([])
})
