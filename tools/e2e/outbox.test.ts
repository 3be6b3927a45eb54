import type { MessageView } from '@meadow/contracts'
import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { type ChatPage, createChatPage } from './src/pages/chat-page.ts'
import { waitForHome } from './src/pages/member-actions.ts'

test.describe('messages that were not sent before the page was closed', () => {
  let calls: ApiClient
  let ada: ApiMember
  let ben: ApiMember

  test.beforeAll(async ({ product }) => {
    calls = createApiClient(product.stack.url)
    ada = await calls.register('Ada Moss')
    ben = await calls.register('Ben Reed')
    await calls.makeMutualFollowers(ada, ben)
  })
  test.afterEach(({ product }) => product.closeWindows())

  /** Opens the conversation in a page while it is online. */
  const openConversation = async (page: Page): Promise<ChatPage> => {
    await page.goto(`/chat/${ben.account.username}`)
    const chat = createChatPage(page)
    await chat.field.waitFor()
    return chat
  }
  const writeOffline = async (chat: ChatPage, ...texts: string[]) => {
    await chat.page.context().setOffline(true)
    for (const text of texts) {
      await chat.send(text)
      await chat.message(text).getByText('· Waiting for the network').waitFor()
    }
    await waitForStoredMessages(chat.page, texts)
  }
  /** Reads Ada's messages to Ben from the server. */
  const readArrivedTexts = async () => {
    const { messages } = await calls.call<{ messages: MessageView[] }>(`/messages/${ada._id}`, { by: ben })
    return messages.map(({ content }) => content)
  }

  test('are sent once and in order from any page, without the chat', async ({ product }) => {
    const { page } = await product.openSignedIn(ada.account)
    const context = page.context()
    await writeOffline(await openConversation(page), 'First', 'Second', 'Third')
    await page.close()
    await context.setOffline(false)

    const reopenedPage = await context.newPage()
    const loaded: string[] = []
    reopenedPage.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await reopenedPage.goto('/home')
    await waitForHome(reopenedPage)
    await expect.poll(readArrivedTexts).toEqual(['First', 'Second', 'Third'])
    await reopenedPage.waitForFunction(() => Object.keys(localStorage).every((key) => !key.startsWith('member:outbox')))
    expect(loaded.filter((path) => path.includes('/mf/chat/'))).toEqual([])

    await reopenedPage.reload()
    await waitForHome(reopenedPage)
    const reopened = createChatPage(reopenedPage)
    await reopened.inbox.click()
    await reopened.open(ben.account.fullName)
    await expect(reopened.message('Third')).toContainText(/· (Sent|Delivered)/)
    expect(await readArrivedTexts()).toEqual(['First', 'Second', 'Third'])
  })

  test('are sent once by two tabs', async ({ product }) => {
    const before = await readArrivedTexts()
    const { page: first } = await product.openSignedIn(ada.account)
    const context = first.context()
    const second = await context.newPage()
    const [one, other] = [await openConversation(first), await openConversation(second)]
    await writeOffline(one, 'A1')
    await other.message('A1').waitFor()
    await writeOffline(other, 'B1')
    await one.message('B1').waitFor()
    await writeOffline(one, 'A2')
    await context.setOffline(false)
    await expect.poll(readArrivedTexts).toEqual([...before, 'A1', 'B1', 'A2'])
    for (const chat of [one, other]) await chat.log.getByText(/· (Sending|Waiting)/).waitFor({ state: 'detached' })
    expect(await readArrivedTexts()).toEqual([...before, 'A1', 'B1', 'A2'])
  })
})

/** Waits until all messages are in the storage of the browser. */
async function waitForStoredMessages(page: Page, texts: string[]): Promise<void> {
  await page.waitForFunction(async (all) => {
    const opening = indexedDB.open('meadow-member')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const reading = database.transaction('outbox').objectStore('outbox').getAll()
    const stored = await new Promise<{ data: { content?: string } }[]>((resolve) => {
      reading.onsuccess = () => resolve(reading.result)
    })
    database.close()
    return all.every((text) => stored.some(({ data }) => data.content === text))
  }, texts)
}
