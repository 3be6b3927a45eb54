import 'fake-indexeddb/auto'
import { beforeEach, expect, it } from '@jest/globals'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import { createFakeSocketChannel } from '@meadow/web/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { clearHistoryAction } from '../data/conversations/clear-history-action.ts'
import { createMessagePage, findMessage } from '../testing/chat-page-queries.ts'
import { aConversation, aMessage, kofi } from '../testing/fixtures.ts'
import { renderChat } from '../testing/render-chat.tsx'

beforeEach(() => {
  fakeIntersectionObserver()
  globalThis.indexedDB = new IDBFactory()
})

const NO_MARKS = { mutedUntil: null, pinnedAt: null, archived: false, isUnread: false }

/** Opens the conversation with Kofi, in which these messages are. */
function openConversation(...messages: ReturnType<typeof aMessage>[]) {
  const page = createMessagePage(...messages)
  const { _id = '', seq = 0, content = '' } = page.messages.at(-1) ?? {}
  const conversation = aConversation({ rev: page.rev, last: { _id, seq, content } })
  const socketChannel = createFakeSocketChannel()
  const network = renderChat(
    '/chat/kofi',
    {
      'GET /messages/:id': () => page,
      'GET /messages/conversations/:userId': () => ({ conversation }),
      'GET /messages/conversations': () => ({
        conversations: [conversation],
        pagination: { hasMore: false },
        nextCursor: null,
      }),
    },
    socketChannel,
  )
  return { network, socketChannel }
}

it('the history disappears after a question, and comes back by Undo before it leaves the device', async () => {
  const { network } = openConversation(aMessage({ content: 'One' }), aMessage({ content: 'Two' }))
  await findMessage('One')
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Clear history' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Clear history?' }))
  expect(dialog.getByText(/Kofi Mensah keeps theirs/)).toBeVisible()
  fireEvent.click(dialog.getByRole('button', { name: 'Clear' }))
  expect(await screen.findByText('History cleared')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('One')).not.toBeInTheDocument())
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await findMessage('One')
  expect(network.count('PUT /messages/conversations/:userId')).toBe(0)
})

it('waits for Undo, and holds no later message back', () => {
  const data = { userId: kofi._id, name: 'Kofi', messageId: 'm', seq: 2, before: 0 }
  expect(clearHistoryAction.plan(data, 'id')).toMatchObject({
    lane: `clear-history ${kofi._id}`,
    holdMs: 5_000,
    requests: [{ body: { clearUpTo: 'm' } }],
  })
})

it('what another device has cleared disappears here, with its quotes', async () => {
  const first = aMessage({ content: 'The heron nests here' })
  const { _id, content, messageType, sender } = first
  const replyTo = { _id, content, messageType, sender, pictureCount: 0, deletedAt: null }
  const { socketChannel } = openConversation(first, aMessage({ content: 'It does', replyTo }))
  await findMessage('It does')
  expect(screen.getAllByText('The heron nests here')).toHaveLength(2)
  await socketChannel.receive('conversationMarked', {
    userId: kofi._id,
    marks: { ...NO_MARKS, clearedUpTo: 1 },
    changeSeq: 5,
  })
  await findMessage('It does')
  await waitFor(() => expect(screen.queryByText('The heron nests here')).not.toBeInTheDocument())
})
