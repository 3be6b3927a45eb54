import { beforeEach, describe, expect, it } from '@jest/globals'
import type { ConversationView } from '@meadow/contracts/browser'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import { createFakeSocketChannel } from '@meadow/web/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { findMessage, findMessageField } from '../testing/chat-page-queries.ts'
import { aConversation, aMessage, kofi } from '../testing/fixtures.ts'
import { renderChat } from '../testing/render-chat.tsx'

beforeEach(() => fakeIntersectionObserver())

/** Renders the chat with a request of Kofi on a server that keeps the decision. */
function openRequest(path: string) {
  const request = aConversation({ request: 'received', last: { content: 'May I ask you something?' } })
  const server: { accepted?: boolean } = {}
  const socketChannel = createFakeSocketChannel()
  const read = (): ConversationView => {
    const { request: _request, ...conversation } = request
    return server.accepted ? conversation : request
  }
  const network = renderChat(
    path,
    {
      'GET /messages/conversations': () => ({
        conversations: server.accepted ? [read()] : [],
        pagination: { hasMore: false },
        nextCursor: null,
        requestCount: server.accepted === undefined ? 1 : 0,
      }),
      'GET /messages/requests': () => ({
        requests: server.accepted === undefined ? [request] : [],
        hasMore: false,
        nextCursor: null,
      }),
      'GET /messages/conversations/:userId': () => ({ conversation: read() }),
      'GET /messages/:id': () => ({
        messages: [aMessage({ content: 'May I ask you something?' })],
        hasMore: false,
        hasNewer: false,
        rev: 1,
      }),
      'POST /messages/requests/:userId': ({ body }) => {
        server.accepted = (body as { accept: boolean }).accept
        return { ok: true as const }
      },
    },
    socketChannel,
  )
  return { network, socketChannel, server, request }
}
const findBar = () => screen.findByRole('region', { name: 'Message request' })

describe('the inbox', () => {
  it('counts the requests apart, and lists them without the actions of conversations', async () => {
    openRequest('/inbox')
    const button = await screen.findByRole('button', { name: /^Message requests.*1 message request$/ })
    expect(screen.getByText('No messages yet')).toBeVisible()
    await userEvent.click(button)
    const list = await screen.findByRole('list', { name: 'Conversations' })
    expect(within(list).getByRole('link', { name: /Kofi Mensah/ })).toHaveTextContent('May I ask you something?')
    expect(within(list).queryByRole('button')).not.toBeInTheDocument()
    expect(screen.queryByRole('textbox', { name: 'Search conversations' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Back to the inbox' }))
    expect(await screen.findByText('No messages yet')).toBeVisible()
  })

  it('shows one that arrives', async () => {
    const { server, socketChannel } = openRequest('/inbox')
    server.accepted = false
    await screen.findByText('No messages yet')
    delete server.accepted
    await socketChannel.receive('messageRequestUpdated', { userId: kofi._id })
    expect(await screen.findByRole('button', { name: /^Message requests/ })).toBeVisible()
  })
})

describe('a request', () => {
  it('has no field until it is accepted', async () => {
    const { network } = openRequest('/chat/kofi')
    const bar = within(await findBar())
    expect(await screen.findAllByText('May I ask you something?')).not.toHaveLength(0)
    expect(screen.queryByRole('textbox', { name: /^Message/ })).not.toBeInTheDocument()
    await userEvent.click(bar.getByRole('button', { name: 'Accept' }))
    expect(await findMessageField()).toBeVisible()
    await waitFor(() => expect(network.last('POST /messages/requests/:userId')?.body).toEqual({ accept: true }))
    expect(screen.queryByRole('region', { name: 'Message request' })).not.toBeInTheDocument()
  })

  it('offers no replies, reactions or disappearing messages, which the server would refuse', async () => {
    openRequest('/chat/kofi')
    await findBar()
    const row = await findMessage('May I ask you something?')
    for (const name of ['Reply', 'React']) expect(row.queryByRole('button', { name })).not.toBeInTheDocument()
    await userEvent.click(row.getByRole('button', { name: 'Actions' }))
    expect(screen.getByRole('menuitem', { name: 'Copy' })).toBeVisible()
    for (const name of ['Reply', 'React']) expect(screen.queryByRole('menuitem', { name })).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'More' }))
    expect(screen.getByRole('menuitem', { name: 'Threads' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: /Disappearing messages/ })).not.toBeInTheDocument()
  })

  it('is declined, which leads back to the inbox', async () => {
    const { network } = openRequest('/chat/kofi')
    await userEvent.click(within(await findBar()).getByRole('button', { name: 'Decline' }))
    expect(screen.getByLabelText('address')).toHaveTextContent('/inbox')
    await waitFor(() => expect(network.last('POST /messages/requests/:userId')?.body).toEqual({ accept: false }))
  })

  it('asks before it blocks', async () => {
    openRequest('/chat/kofi')
    await userEvent.click(within(await findBar()).getByRole('button', { name: 'Block' }))
    expect(await screen.findByRole('dialog')).toBeVisible()
  })
})

describe('the sender of a request', () => {
  const openSent = (fields: Partial<ConversationView>) =>
    renderChat('/chat/kofi', {
      'GET /messages/conversations/:userId': () => ({ conversation: aConversation({ request: 'sent', ...fields }) }),
    })

  it('is told, and can write text only', async () => {
    openSent({ lastMessage: null })
    expect(await screen.findByText(/Kofi Mensah will get this as a message request/)).toBeVisible()
    expect(await findMessageField()).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Attach pictures' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Record a voice message' })).not.toBeInTheDocument()
    expect(screen.queryByText(/Say hello/)).not.toBeInTheDocument()
  })

  it('cannot write more than a few messages before an answer', async () => {
    openSent({ last: { seq: 3 } } as Partial<ConversationView>)
    expect(await screen.findByText(/You can write more once they answer/)).toBeVisible()
    expect(screen.queryByRole('textbox', { name: /^Message/ })).not.toBeInTheDocument()
  })
})
