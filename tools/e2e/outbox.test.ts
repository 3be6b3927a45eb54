import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import type { Page } from 'playwright-core'
import { openProduct, type Product } from './src/open-product.ts'
import { type ChatPage, createChatPage } from './src/pages/chat-page.ts'
import { signIn, waitForHome } from './src/pages/member-actions.ts'

describe('messages that were not sent before the page was closed', () => {
  let product: Product
  let calls: ApiClient
  let ada: ApiMember
  let ben: ApiMember
  let cleo: ApiMember

  beforeAll(async () => {
    product = await openProduct()
    calls = createApiClient(product.stack.url)
    ada = await calls.register('Ada Moss')
    ben = await calls.register('Ben Reed')
    cleo = await calls.register('Cleo Hart')
    await calls.makeMutualFollowers(ada, ben, cleo)
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

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
      await chat.message(text).getByText('· Sending').waitFor()
    }
    await waitForStoredMessages(chat.page, texts)
  }
  /** Reads the messages of one member to Ben from the server. */
  const readArrivedTexts = async (by: ApiMember) => {
    const { messages } = await calls.call<{ messages: MessageView[] }>(`/messages/${by._id}`, { by: ben })
    return messages.map(({ content }) => content)
  }

  it('are sent once and in order from any page, by a small part of the chat', async () => {
    const { page } = await product.openSignedIn(ada.account)
    const context = page.context()
    await writeOffline(await openConversation(page), 'One', 'Two', 'Three')
    await page.close()
    await context.setOffline(false)

    const reopenedPage = await context.newPage()
    const loaded: string[] = []
    reopenedPage.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    const bens = await product.openSignedIn(ben.account)
    await bens.page.goto(`/chat/${ada.account.username}`)
    await reopenedPage.goto('/home')
    await waitForHome(reopenedPage)
    await createChatPage(bens.page).message('Three').waitFor()
    expect(await readArrivedTexts(ada)).toEqual(['One', 'Two', 'Three'])
    await reopenedPage.waitForFunction(() => Object.keys(localStorage).every((key) => !key.startsWith('member:outbox')))
    expect(loaded.filter((path) => path.includes('expose_outbox'))).toHaveLength(1)
    expect(loaded.filter((path) => path.includes('/mf/chat/') && path.includes('expose_remote'))).toEqual([])

    await reopenedPage.reload()
    await waitForHome(reopenedPage)
    await createChatPage(reopenedPage).inbox.click()
    await createChatPage(reopenedPage).open(ben.account.fullName)
    await createChatPage(reopenedPage)
      .message('Three')
      .getByText('· Sent')
      .or(createChatPage(reopenedPage).message('Three').getByText('· Read'))
      .waitFor()
    expect(await readArrivedTexts(ada)).toEqual(['One', 'Two', 'Three'])
    await Promise.all([context.close(), bens.page.context().close()])
  })

  it('are neither shown to nor sent by another member of the same browser', async () => {
    const before = await readArrivedTexts(ada)
    const { page } = await product.openSignedIn(ada.account)
    const context = page.context()
    await writeOffline(await openConversation(page), 'For Ben alone')
    await loseSession(page)
    await context.setOffline(false)

    const cleos = await context.newPage()
    await signIn(cleos, cleo.account)
    const chat = await openConversation(cleos)
    await chat.send('I am Cleo')
    await chat.message('I am Cleo').getByText('· Sent').waitFor()
    expect(await chat.message('For Ben alone').count()).toBe(0)
    expect(await readArrivedTexts(cleo)).toEqual(['I am Cleo'])
    expect(await readArrivedTexts(ada)).toEqual(before)
    await loseSession(cleos)

    const adas = await context.newPage()
    await signIn(adas, ada.account)
    await waitForMessages([...before, 'For Ben alone'])
    await context.close()
  })

  it('are sent once by two tabs', async () => {
    const before = await readArrivedTexts(ada)
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
    await waitForMessages([...before, 'A1', 'B1', 'A2'])
    for (const chat of [one, other]) await chat.log.getByText('· Sending').waitFor({ state: 'detached' })
    expect(await readArrivedTexts(ada)).toEqual([...before, 'A1', 'B1', 'A2'])
    await context.close()
  })

  /** Waits until Ben sees the messages of Ada. */
  async function waitForMessages(texts: string[]): Promise<void> {
    const { page } = await product.openSignedIn(ben.account)
    await page.goto(`/chat/${ada.account.username}`)
    await createChatPage(page)
      .message(texts.at(-1) as string)
      .waitFor()
    await page.context().close()
    expect(await readArrivedTexts(ada)).toEqual(texts)
  }
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
    const stored = await new Promise<{ content: string }[]>((resolve) => {
      reading.onsuccess = () => resolve(reading.result)
    })
    database.close()
    return all.every((text) => stored.some(({ content }) => content === text))
  }, texts)
}

/** Removes the session without a sign-out, which would delete the stored messages. */
async function loseSession(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of ['token', 'userId']) localStorage.removeItem(key)
  })
  await page.context().clearCookies()
  await page.close()
}
