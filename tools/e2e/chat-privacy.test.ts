import { type ApiClient, type ApiMember, createApiClient } from '@meadow/testing/api-client'
import { drawSamplePicture } from '@meadow/testing/sample-pictures'
import { expect, test } from './src/fixtures.ts'
import { type ChatPage, createChatPage } from './src/pages/chat-page.ts'
import { recordSocketFrames, type SocketFrames } from './src/pages/socket-frames.ts'

type Message = { _id: string; imageUrl: string; status: string }
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
test.describe('a third member', () => {
  test.describe.configure({ mode: 'serial' })
  let calls: ApiClient
  let ada: ApiMember
  let ben: ApiMember
  let cleo: ApiMember
  let cleos: ChatPage
  let frames: SocketFrames
  /** The picture, the edited message, the message in a thread. */
  let messages: Message[]

  test.beforeAll(async ({ product }) => {
    calls = createApiClient(product.stack.url)
    ;[ada, ben, cleo] = [
      await calls.register('Ada Moss'),
      await calls.register('Ben Reed'),
      await calls.register('Cleo Finch'),
    ]
    await calls.makeMutualFollowers(ada, ben, cleo)
    cleos = createChatPage((await product.openSignedIn(cleo.account)).page)
    frames = recordSocketFrames(cleos.page)
    await cleos.page.getByRole('banner').getByRole('link', { name: 'Alerts 2 new notifications' }).waitFor()
    await cleos.page.goto(`/chat/${ada.account.username}`) // the page that would show any leak about her
    await frames.waitForConnection()
    await waitForLaterPush('Good morning, all.')
  })
  test.afterAll(({ product }) => product.closeWindows())

  /** Publishes an event to Ada's followers, which arrives after all earlier events. */
  async function waitForLaterPush(text: string): Promise<void> {
    const before = frames.events.length
    await calls.call('/posts', { by: ada, body: { content: text } })
    await expect.poll(() => frames.events.slice(before).join()).toContain('postCreated')
  }

  const callApi = async ([method, path, data]: ApiCall) => {
    const headers = { authorization: `Bearer ${cleo.token}` }
    const response = await cleos.page.request.fetch(`/api${path}`, { method, headers, data })
    const { requestId, ...body } = await response.json() // each error response has its own request id
    return { status: response.status(), ...body }
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

  test('receives no messages, changes or reactions of two other members', async () => {
    const before = frames.events.length
    const heron = await calls.sendMessage(ada, ben, 'The heron is at the sluice')
    await calls.react(ben, heron, '👍')
    await calls.sendPicture(ben, ada, await drawSamplePicture())
    const edited = await calls.sendMessage(ada, ben, 'Look at it fishing')
    await calls.call(`/messages/${edited}`, { by: ada, method: 'PUT', body: { content: 'Look at it waiting' } })
    await calls.sendMessage(ben, ada, 'Patience of a heron', { threadId: edited })
    const deleted = await calls.sendMessage(ada, ben, 'A heron I never saw')
    await calls.call(`/messages/${deleted}`, { by: ada, method: 'DELETE' })
    await calls.call(`/messages/conversations/${ada._id}/read`, { by: ben, method: 'PUT' })

    await expect(async () => {
      messages = await fetchConversation() // the first one marks those of Ben as delivered
      expect(messages.map(({ status }) => status)).not.toContain('sent')
    }).toPass()
    expect(messages).toHaveLength(5)
    await waitForLaterPush('Good night, all.')
    const events = frames.events.slice(before)
    expect(events).toHaveLength(1) // Ada's post
    expect(events[0]).toContain('postCreated')
  })

  test('sees no conversation, no message and no count', async () => {
    await cleos.page.getByText(`Say hello to ${ada.account.fullName}`).waitFor()
    await expect(cleos.rows).toHaveCount(0)
    await expect(cleos.inbox).toHaveText('Inbox')
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

  test('gets the same response for messages of others as for unknown ids', async () => {
    for (const { _id } of messages) {
      await expectSameAsForUnknown(aboutMessage(_id, ada), aboutMessage(UNKNOWN_ID, ada))
      expect(await callAll(besideMessage(_id, ada))).toEqual(await callAll(besideMessage(UNKNOWN_ID, ada)))
    }
    expect(await fetchConversation()).toEqual(messages)
  })

  test('gets the same response for their conversation id, which a picture URL contains, as for an unknown id', async () => {
    const picture = messages.find(({ imageUrl }) => imageUrl)
    const [, conversation = ''] = /^\/media\/c\/([^/]+)\//.exec(picture?.imageUrl ?? '') ?? []
    expect(conversation).toHaveLength(36)
    await expectSameAsForUnknown(aboutConversation(conversation), aboutConversation(UNKNOWN_ID))
  })
})
