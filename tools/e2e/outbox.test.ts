import type { MessageView } from '@meadow/contracts'
import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import type { Page } from '@playwright/test'
import { expect, test } from './src/fixtures.ts'
import { type ChatPage, createChatPage } from './src/pages/chat-page.ts'
import { waitForHome } from './src/pages/member-actions.ts'
import { routeSockets } from './src/pages/socket-route.ts'
import { countStoredEntries, readStoredTexts } from './src/pages/stored-outbox.ts'

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

  /** Opens the conversation in a page while it is online. The page loads the outbox after the messages. */
  const openConversation = async (page: Page): Promise<ChatPage> => {
    const outboxLoaded = page.waitForResponse('**/js/outbox.*.js').then((response) => response.finished())
    await page.goto(`/chat/${ben.account.username}`)
    const chat = createChatPage(page)
    await chat.field.waitFor()
    await outboxLoaded
    return chat
  }
  const writeOffline = async (chat: ChatPage, ...texts: string[]) => {
    await chat.page.context().setOffline(true)
    for (const text of texts) {
      await chat.send(text)
      await chat.message(text).getByText('· Waiting for the network').waitFor()
    }
    await expect.poll(() => readStoredTexts(chat.page)).toEqual(expect.arrayContaining(texts))
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
    await reopenedPage.waitForFunction(() => Object.keys(localStorage).every((key) => !key.endsWith(':outbox')))
    expect(loaded.filter((path) => path.includes('/mf/chat/'))).toEqual([])

    await reopenedPage.reload()
    await waitForHome(reopenedPage)
    const reopened = createChatPage(reopenedPage)
    await reopened.inbox.click()
    await reopened.open(ben.account.fullName)
    await expect(reopened.message('Third')).toContainText(/· (Sent|Delivered)/)
    expect(await readArrivedTexts()).toEqual(['First', 'Second', 'Third'])
  })

  test('are sent by the socket, and once if it is lost before the acknowledgement', async ({ product }) => {
    const before = await readArrivedTexts()
    const { page } = await product.openSignedIn(ada.account)
    const sockets = await routeSockets(page.context())
    const ways: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/messages')) ways.push('HTTP')
    })
    sockets.routeTexts(({ send }) => {
      ways.push('socket')
      send()
    })
    const chat = await openConversation(page)
    await sockets.waitForConnection()
    const isSent = (text: string) => chat.message(text).getByText(/· (Sent|Delivered)/)
    await chat.send('By the socket')
    await isSent('By the socket').waitFor()
    expect(ways).toEqual(['socket'])
    sockets.routeTexts(({ send }) => {
      ways.push('lost socket')
      send()
      void sockets.cut()
    })
    await chat.send('Not acknowledged')
    await isSent('Not acknowledged').waitFor()
    expect(ways).toEqual(['socket', 'lost socket', 'HTTP'])
    expect(await readArrivedTexts()).toEqual([...before, 'By the socket', 'Not acknowledged'])
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

  test('have one outbox in a page that has loaded all front ends', async ({ product }) => {
    const { page } = await product.openSignedIn(ada.account)
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await page.addInitScript(() => {
      const opened: string[] = []
      Object.assign(window, { openedChannels: opened })
      window.BroadcastChannel = class extends BroadcastChannel {
        constructor(name: string) {
          super(name)
          opened.push(name)
        }
      }
    })
    const chat = await openConversation(page)
    await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
    await waitForHome(page)
    await page.getByRole('banner').getByRole('link', { name: 'Me', exact: true }).click()
    await page.waitForURL(`**/profile/${ada.account.username}`)
    await page.getByRole('heading', { name: ada.account.fullName }).first().waitFor()
    await chat.inbox.click()
    await chat.open(ben.account.fullName)
    await chat.send('From all front ends')
    await expect.poll(readArrivedTexts).toContain('From all front ends')
    for (const remote of ['chat', 'feed', 'profile'])
      expect(loaded.some((path) => path.includes(`/mf/${remote}/`))).toBe(true)
    const channels = await page.evaluate(() => (window as unknown as { openedChannels: string[] }).openedChannels)
    expect(channels.filter((name) => name === 'meadow-outbox')).toHaveLength(1) // each drain of a page opens one
    expect(loaded.filter((path) => /\/js\/outbox\./.test(path))).toHaveLength(1)
  })
})

test.describe('changes of messages that were made without a network', () => {
  let calls: ApiClient
  let ada: ApiMember
  let ben: ApiMember

  test.beforeAll(async ({ product }) => {
    calls = createApiClient(product.stack.url)
    ada = await calls.register('Ada Hill')
    ben = await calls.register('Ben Hill')
    await calls.makeMutualFollowers(ada, ben)
  })
  test.afterEach(({ product }) => product.closeWindows())

  const sendMessage = (by: ApiMember, to: ApiMember, content: string) =>
    calls.call('/messages', { by, body: { recipientId: to._id, content } })
  const readMessages = async () =>
    (await calls.call<{ messages: MessageView[] }>(`/messages/${ada._id}`, { by: ben })).messages
  const openChat = async (page: Page) => {
    await page.goto(`/chat/${ben.account.username}`)
    const chat = createChatPage(page)
    await chat.field.waitFor()
    return chat
  }

  test('are shown at once, and sent after a restart', async ({ product }) => {
    for (const text of ['Bread', 'Milk', 'Tea']) await sendMessage(ada, ben, text)
    await sendMessage(ben, ada, 'Anything else?')
    const { page } = await product.openSignedIn(ada.account)
    const chat = await openChat(page)
    await chat.message('Anything else?').waitFor()
    await page.context().setOffline(true)
    await chat.react(chat.message('Anything else?'), 'red heart')
    await chat
      .message('Anything else?')
      .getByRole('button', { name: /❤️, 1, including yours/ })
      .waitFor()
    await chat.editLast('Green tea')
    await chat.message('Green tea').waitFor()
    await chat.delete(chat.message('Milk'))
    await chat.log.getByText('This message was deleted').waitFor()
    await expect.poll(() => countStoredEntries(page)).toBeGreaterThanOrEqual(3)
    await page.close()
    await page.context().setOffline(false)

    const reopened = await page.context().newPage()
    await reopened.goto('/home')
    await waitForHome(reopened)
    await expect
      .poll(async () => (await readMessages()).map(({ content, reactions }) => [content, reactions.length]))
      .toEqual([
        ['Bread', 0],
        ['', 0],
        ['Green tea', 0],
        ['Anything else?', 1],
      ])
  })

  test('mark as read what arrived before, and not more', async ({ product }) => {
    const { page } = await product.openSignedIn(ada.account)
    const context = page.context()
    await context.route('**/api/messages/*/read', (route) => route.abort('internetdisconnected'))
    await sendMessage(ben, ada, 'Seen without a network')
    await openChat(page)
    await expect.poll(() => countStoredEntries(page)).toBe(1)
    await page.close()
    await sendMessage(ben, ada, 'Not seen yet')
    await context.unroute('**/api/messages/*/read')
    const reopened = await context.newPage()
    await reopened.goto('/home')
    await waitForHome(reopened)
    await expect
      .poll(async () => (await calls.call<{ count: number }>('/messages/unread-count/total', { by: ada })).count)
      .toBe(1)
  })

  test('cannot be made where the browser refuses to store them', async ({ product }) => {
    const { page } = await product.openSignedIn(ada.account)
    await page.context().addInitScript(() => {
      Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: undefined })
    })
    const chat = await openChat(page)
    await page.context().setOffline(true)
    await expect(chat.field).toBeDisabled()
    await page.context().setOffline(false)
    await expect(chat.field).toBeEnabled()
    await chat.send('Sent without a store')
    await chat
      .message('Sent without a store')
      .getByText(/· (Sent|Delivered)/)
      .waitFor()
  })

  test('are deleted at a sign-out only after a question', async ({ product }) => {
    const { page } = await product.openSignedIn(ada.account)
    const sockets = await routeSockets(page.context())
    await sockets.cut() // the page sends by HTTP then
    await page.context().route('**/api/messages', (route) => route.abort('internetdisconnected'))
    const chat = await openChat(page)
    await chat.send('Never sent')
    await expect.poll(() => countStoredEntries(page)).toBe(1)
    await page.getByRole('button', { name: 'Log out' }).click()
    const question = page.getByRole('dialog', { name: '1 message has not been sent' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(chat.message('Never sent')).toBeVisible()
    await page.getByRole('button', { name: 'Log out' }).click()
    await question.getByRole('button', { name: 'Log out and delete' }).click()
    await page
      .getByLabel('Email')
      .or(page.getByRole('heading', { name: /sign in/i }))
      .first()
      .waitFor()
    const listDatabases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    await expect.poll(listDatabases).not.toContain('meadow-member') // it is deleted when its last connection is closed
  })
})
