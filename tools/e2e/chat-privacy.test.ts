import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@meadow/testing'
import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { openProduct, type Product } from './src/open-product.ts'
import type { BrowserWindow } from './src/pages/browser-window.ts'
import { type ChatPage, createChatPage } from './src/pages/chat-page.ts'
import { signIn } from './src/pages/member-actions.ts'
import { recordSocketFrames, type SocketFrames } from './src/pages/socket-frames.ts'

type Message = { _id: string; imageUrl: string }
type ApiCall = [method: string, path: string, body?: object]

/** A valid id that does not exist. */
const UNKNOWN_ID = '0199a000-0000-7000-8000-00000000dead'

/** All calls about a message, by its id. */
const aboutMessage = (id: string, { _id: other }: ApiMember): ApiCall[] => [
  ['PUT', `/messages/${id}`, { content: 'Mine now' }],
  ['DELETE', `/messages/${id}`],
  ['PUT', `/messages/${id}/read`],
  ['POST', `/messages/${id}/reactions`, { emoji: '👍' }],
  ['DELETE', `/messages/${id}/reactions`, { emoji: '👍' }],
  ['GET', `/messages/thread/${id}`],
  ['PUT', `/messages/thread/${id}/read`],
  ['POST', '/messages', { recipientId: other, content: 'A reply', replyTo: id }],
  ['POST', '/messages', { recipientId: other, content: 'Under it', threadId: id }],
]

/** The calls that page within a conversation. */
const besideMessage = (id: string, { _id: other }: ApiMember): ApiCall[] => [
  ['GET', `/messages/${other}?before=${id}`],
  ['GET', `/messages/${other}?around=${id}`],
]

/** All calls about a conversation, by the id of the other member. A conversation id is not a member id. */
const aboutConversation = (id: string): ApiCall[] => [
  ['GET', `/messages/${id}`],
  ['GET', `/messages/${id}/changes?since=0`],
  ['GET', `/messages/${id}/threads`],
  ['GET', `/messages/${id}?q=heron`],
  ['GET', `/messages/conversations/${id}`],
  ['PUT', `/messages/conversations/${id}/read`],
  ['POST', '/messages', { recipientId: id, content: 'Hello there' }],
]

/** A connected member who could message both sees nothing of their conversation. */
describe('a third member', () => {
  let product: Product
  let calls: ApiClient
  let ada: ApiMember
  let ben: ApiMember
  let cleo: ApiMember
  let windows: BrowserWindow[]
  let adas: ChatPage
  let bens: ChatPage
  let cleos: ChatPage
  let frames: SocketFrames
  /** The picture, the edited message, the message in a thread. */
  let messages: Message[]

  beforeAll(async () => {
    product = await openProduct()
    calls = createApiClient(product.stack.url)
    ;[ada, ben, cleo] = [
      await calls.register('Ada Moss'),
      await calls.register('Ben Reed'),
      await calls.register('Cleo Finch'),
    ]
    await calls.makeMutualFollowers(ada, ben, cleo)
    windows = [await product.openSignedIn(ada.account), await product.openSignedIn(ben.account)]
    ;[adas, bens] = windows.map(({ page }) => createChatPage(page)) as [ChatPage, ChatPage]
    cleos = createChatPage((await product.open()).page)
    frames = recordSocketFrames(cleos.page)
    await signIn(cleos.page, cleo.account)
    await cleos.page.getByRole('banner').getByRole('link', { name: 'Alerts 2 unread notifications' }).waitFor()
    await cleos.page.goto(`/chat/${ada.account.username}`) // the page that would show any leak about her
    await frames.waitForConnection()
    await waitForLaterPush('Good morning, all.')
  })
  afterAll(async () => product?.[Symbol.asyncDispose]())

  /** Publishes an event to Ada's followers, which arrives after all earlier events. */
  async function waitForLaterPush(text: string): Promise<void> {
    const before = frames.events.length
    await calls.call('/posts', { by: ada, body: { content: text } })
    await eventually(() => expect(frames.events.slice(before).join()).toContain('postCreated'))
  }

  const callApi = async ([method, path, body]: ApiCall) => {
    const response = await cleos.page.evaluate(
      async ([method, path, body]) => {
        const headers = { authorization: `Bearer ${localStorage.getItem('token')}`, 'content-type': 'application/json' }
        const response = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
        return { status: response.status, text: await response.text() }
      },
      [method, path.startsWith('/media/') ? path : `/api${path}`, body] as const,
    )
    const { requestId, ...rest } = JSON.parse(response.text) // each error response has its own request id
    return { status: response.status, ...rest }
  }

  const callAll = (all: ApiCall[]) => Promise.all(all.map(callApi))

  /** Expects the same response as for an id that does not exist. */
  async function expectSameAsForUnknown(about: ApiCall[], unknownCalls: ApiCall[]): Promise<void> {
    const responses = await callAll(about)
    expect(responses).toEqual(await callAll(unknownCalls))
    for (const { status } of responses) expect([403, 404]).toContain(status)
  }

  /** Reads the messages as Ada, newest last. */
  const fetchConversation = async () =>
    (await calls.call<{ messages: Message[] }>(`/messages/${ben._id}`, { by: ada })).messages

  it('receives no messages, typing or reactions of two other members', async () => {
    const before = frames.events.length
    await adas.page.goto(`/chat/${ben.account.username}`)
    await bens.page.goto(`/chat/${ada.account.username}`)
    await bens.field.waitFor()
    await adas.send('The heron is at the sluice')
    await bens.message('The heron is at the sluice').waitFor() // from now on they get typing and presence of each other
    await adas.typeUntilVisible(bens.typingIndicator)
    await adas.send('Look at it fishing')
    await bens.react(bens.message('The heron is at the sluice'), 'thumbs up')
    await adas.message('The heron is at the sluice').getByText('👍').waitFor()
    const picture = { name: 'heron.png', mimeType: 'image/png', buffer: await drawSamplePicture() }
    await bens.pictureInput.setInputFiles(picture)
    await adas.log.getByRole('article', { name: 'Message from Ben Reed' }).getByRole('img').waitFor()
    await adas.editLast('Look at it waiting')
    await bens.message('Look at it waiting').getByText('Edited').waitFor()
    await bens.replyInThread(bens.message('Look at it waiting'), 'Patience of a heron')
    await adas.message('Patience of a heron').waitFor()
    const deletedId = await calls.sendMessage(ada, ben, 'A heron I never saw')
    await calls.call(`/messages/${deletedId}`, { by: ada, method: 'DELETE' })
    await bens.log.getByText('This message was deleted').waitFor()

    await bens.page.goto('about:blank')
    await adas.conversationView.getByText(/^Last seen/).waitFor()
    await bens.page.goto(`/chat/${ada.account.username}`)
    await adas.conversationView.getByText('Active now').waitFor()

    messages = await fetchConversation()
    expect(messages).toHaveLength(5)
    await waitForLaterPush('Good night, all.')
    const events = frames.events.slice(before)
    expect(events).toHaveLength(1) // Ada's post
    expect(events[0]).toContain('postCreated')
  })

  it('sees no conversation, no message and no count', async () => {
    await cleos.page.getByText(`Say hello to ${ada.account.fullName}`).waitFor()
    expect(await cleos.rows.count()).toBe(0)
    expect(await cleos.inbox.textContent()).toBe('Inbox')
    await cleos.page.reload()
    await cleos.page.getByText(`Say hello to ${ada.account.fullName}`).waitFor()
    await cleos.page.getByText('You can message people who follow you back.').waitFor()
    expect(await callApi(['GET', '/messages/conversations'])).toMatchObject({ status: 200, conversations: [] })
    expect(await callApi(['GET', '/messages/sync'])).toMatchObject({ status: 200, conversations: [] })
    expect(await callApi(['GET', '/messages/unread-count/total'])).toMatchObject({ status: 200, count: 0 })
    for (const { _id } of [ada, ben]) {
      expect(await callApi(['GET', `/messages/${_id}?q=heron`])).toMatchObject({ status: 200, messages: [] })
      expect(await callApi(['GET', `/messages/${_id}/changes?since=0`])).toMatchObject({ messages: [], rev: 0 })
      expect(await callApi(['GET', `/messages/${_id}/threads`])).toMatchObject({ status: 200, threads: [] })
      const { conversation } = await callApi(['GET', `/messages/conversations/${_id}`])
      expect(conversation).toMatchObject({ lastMessage: null, unreadCount: 0, rev: 0, readUpTo: 0, deliveredUpTo: 0 })
    }
  })

  it('gets the same response for messages of others as for unknown ids', async () => {
    for (const { _id } of messages) {
      await expectSameAsForUnknown(aboutMessage(_id, ada), aboutMessage(UNKNOWN_ID, ada))
      expect(await callAll(besideMessage(_id, ada))).toEqual(await callAll(besideMessage(UNKNOWN_ID, ada)))
    }
    expect(await fetchConversation()).toEqual(messages)
  })

  it('gets the same response for their conversation id, which a picture URL contains, as for an unknown id', async () => {
    const [, conversation = ''] = /^\/media\/c\/([^/]+)\//.exec(pictureOf(messages).pathname) ?? []
    expect(conversation).toHaveLength(36)
    await expectSameAsForUnknown(aboutConversation(conversation), aboutConversation(UNKNOWN_ID))
  })

  it('gets no picture without its signed URL', async () => {
    const right = pictureOf(messages)
    const changed = (change: (address: URL) => void) => {
      const address = new URL(right)
      change(address)
      return `${address.pathname}${address.search}`
    }
    const signature = right.searchParams.get('sig') ?? ''
    const forged = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    const addresses = [
      changed((url) => url.searchParams.set('sig', forged)),
      changed((url) => url.searchParams.set('exp', String(Number(url.searchParams.get('exp')) + 3_600))),
      changed((url) => url.searchParams.delete('sig')),
      changed((url) => {
        url.search = ''
      }),
      changed((url) => {
        url.pathname = `${url.pathname.slice(0, -1)}${url.pathname.endsWith('0') ? '1' : '0'}` // a file that is not there
      }),
    ]
    const responses = await Promise.all(addresses.map((address) => callApi(['GET', address])))
    expect(responses.map(({ status }) => status)).toEqual(addresses.map(() => 403))
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
    expect((await fetch(right)).status).toBe(200)
    const withoutToken = await Promise.all(addresses.map((address) => fetch(new URL(address, right))))
    expect(withoutToken.map(({ status }) => status)).toEqual(addresses.map(() => 403))
  })

  const pictureOf = (all: Message[]) => new URL(all.find(({ imageUrl }) => imageUrl)?.imageUrl ?? '', product.stack.url)

  it('causes no error in the windows of the two', () => {
    expect(windows.flatMap(({ problems }) => problems)).toEqual([])
  })
})
