import { beforeEach, expect, it } from '@jest/globals'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import { createFakeSocketChannel } from '@meadow/web/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  chooseMessageAction,
  createMessagePage,
  findMessage,
  findMessageField,
  openConversationWithKofi,
} from '../testing/chat-page-queries.ts'
import { aConversation, aMessage, ann } from '../testing/fixtures.ts'
import { renderChat } from '../testing/render-chat.tsx'

beforeEach(() => fakeIntersectionObserver())

it('opens a thread, and sends a reply in it', async () => {
  const root = aMessage({ content: 'Who brings what?', threadCount: 1 })
  const reply = aMessage({ content: 'I bring bread', threadId: root._id })
  const network = openConversationWithKofi([root])
  network.respondWith({
    'GET /messages/thread/:id': () => ({ messages: [reply], hasMore: false, rev: 1, root }),
    'PUT /messages/thread/:id/read': () => ({ ok: true as const }),
    'POST /messages': ({ body }) => ({ message: { ...aMessage({ sender: ann }), ...(body as object) } }),
  })
  await userEvent.click((await findMessage('Who brings what?')).getByRole('button', { name: '1 reply' }))
  const thread = within(screen.getByRole('complementary', { name: 'Thread' }))
  expect(await thread.findByText('I bring bread')).toBeVisible()
  await waitFor(() => expect(network.count('PUT /messages/thread/:id/read')).toBe(1))
  await userEvent.type(thread.getByRole('textbox', { name: 'Reply in thread' }), 'And I tea{Enter}')
  await waitFor(() => expect(network.count('POST /messages')).toBe(1))
  expect(network.calls.find(({ key }) => key === 'POST /messages')?.body).toMatchObject({ threadId: root._id })
})

it('shows a thread as read once its new reply was read in the conversation', async () => {
  const root = aMessage({ content: 'Who brings what?', threadCount: 1, seq: 1, rev: 1 })
  const reply = aMessage({ content: 'I bring bread', threadId: root._id, seq: 2, rev: 2 })
  let unreadCount = 0
  const socketChannel = createFakeSocketChannel()
  renderChat(
    '/chat/kofi',
    {
      'GET /messages/:id': () => createMessagePage(root),
      'GET /messages/conversations/:userId': () => ({ conversation: aConversation({ rev: 1 }) }),
      'GET /messages/:userId/threads': () => ({ threads: [{ root, unreadCount }], hasMore: false, nextCursor: null }),
      'PUT /messages/:id/read': () => {
        unreadCount = 0
        return { unreadCount: 0, total: 0, changeSeq: 1, upToSeq: 2, rev: 3 }
      },
    },
    socketChannel,
  )
  await findMessage('Who brings what?')
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Threads' }))
  const threads = within(screen.getByRole('complementary', { name: 'Threads' }))
  await threads.findByRole('button', { name: /Who brings what/ })
  const hiddenTab = hideTab()
  unreadCount = 1
  await socketChannel.receive('newMessage', reply)
  expect(await threads.findByRole('button', { name: /1 new/ })).toBeVisible()
  hiddenTab.show()
  await waitFor(() => expect(threads.queryByRole('button', { name: /1 new/ })).not.toBeInTheDocument())
})

it('shows nothing of a history that is being cleared, also where it is a thread', async () => {
  const root = aMessage({ content: 'Who brings what?', threadCount: 2, seq: 1, rev: 1 })
  const [old, reply] = [
    aMessage({ content: 'I bring bread', threadId: root._id, seq: 2, rev: 2 }),
    aMessage({ content: 'And I tea', threadId: root._id, seq: 3, rev: 3 }),
  ]
  const marks = { mutedUntil: null, pinnedAt: null, archived: false, isUnread: false, clearedUpTo: 2 }
  renderChat('/chat/kofi', {
    'GET /messages/:id': () => ({ messages: [reply], hasMore: false, hasNewer: false, rev: 3 }),
    'GET /messages/conversations/:userId': () => ({ conversation: aConversation({ rev: 3, marks }) }),
    'GET /messages/:userId/threads': () => ({ threads: [{ root, unreadCount: 0 }], hasMore: false, nextCursor: null }),
    'GET /messages/thread/:id': () => ({ messages: [old, reply], hasMore: false, rev: 3, root }),
    'PUT /messages/thread/:id/read': () => ({ ok: true as const }),
  })
  await findMessage('And I tea')
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Threads' }))
  const threads = within(screen.getByRole('complementary', { name: 'Threads' }))
  const listed = await threads.findByRole('button', { name: /2 replies/ })
  expect(listed).not.toHaveTextContent('Who brings what?')
  await userEvent.click(listed)
  const thread = within(screen.getByRole('complementary', { name: 'Thread' }))
  expect(await thread.findByText('And I tea')).toBeVisible()
  expect(thread.queryByText('I bring bread')).not.toBeInTheDocument()
  expect(thread.queryByText('Who brings what?')).not.toBeInTheDocument()
})

it('focuses the field on mount and for a reply, and restores the focus after a thread', async () => {
  const root = aMessage({ content: 'Who brings what?', threadCount: 1 })
  const network = openConversationWithKofi([root])
  network.respondWith({ 'GET /messages/thread/:id': () => ({ messages: [], hasMore: false, rev: 1, root }) })
  expect(await findMessageField()).toHaveFocus()
  const repliesButton = (await findMessage('Who brings what?')).getByRole('button', { name: '1 reply' })
  await userEvent.click(repliesButton)
  expect(screen.getByRole('complementary', { name: 'Thread' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(repliesButton).toHaveFocus()
  await chooseMessageAction('Who brings what?', 'Reply')
  expect(await findMessageField()).toHaveFocus()
})

it('edits in the composer of a thread, and cancels only that on Escape', async () => {
  const root = aMessage({ content: 'Who brings what?', threadCount: 1, seq: 1, rev: 1 })
  const own = aMessage({ content: 'I bring bread', sender: ann, threadId: root._id, seq: 2, rev: 2 })
  const network = openConversationWithKofi([root])
  network.respondWith({
    'GET /messages/thread/:id': () => ({ messages: [own], hasMore: false, rev: 2, root }),
    'PUT /messages/thread/:id/read': () => ({ ok: true as const }),
    'PUT /messages/:id': ({ body }) => ({
      message: { ...own, rev: 3, edited: true, ...(body as { content: string }) },
    }),
  })
  await userEvent.click((await findMessage('Who brings what?')).getByRole('button', { name: '1 reply' }))
  const thread = within(screen.getByRole('complementary', { name: 'Thread' }))
  const write = thread.getByRole('textbox', { name: 'Reply in thread' })
  const edit = async () => {
    await userEvent.click(await thread.findByRole('button', { name: 'Actions' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }))
  }
  await edit()
  expect(write).toHaveValue('I bring bread')
  expect(await findMessageField()).toHaveValue('')
  await userEvent.type(write, '{Escape}')
  expect(write).toHaveValue('')
  await edit()
  await userEvent.type(write, ' and jam{Enter}')
  expect(await thread.findByText('I bring bread and jam')).toBeVisible()
  await waitFor(() => expect(network.count('PUT /messages/:id')).toBe(1))
  expect(network.count('POST /messages')).toBe(0)
})

/** Hides the tab, in which nothing is marked as read, until `show`. */
function hideTab() {
  const setVisibility = (visibilityState: DocumentVisibilityState) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState })
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  setVisibility('hidden')
  return { show: () => setVisibility('visible') }
}

it('shows no text of a message that has disappeared, as the root of a thread', async () => {
  const root = aMessage({ content: 'Who brings what?', threadCount: 1, expiresAt: '2026-05-01T13:00:00.000Z' })
  const network = openConversationWithKofi([aMessage({ content: 'Hello' })])
  network.respondWith({
    'GET /messages/:userId/threads': () => ({ threads: [{ root, unreadCount: 0 }], hasMore: false, nextCursor: null }),
    'GET /messages/thread/:id': () => ({ messages: [], hasMore: false, rev: 1, root }),
  })
  await findMessage('Hello')
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Threads' }))
  await userEvent.click(await screen.findByRole('button', { name: /Message deleted/ }))
  expect(await screen.findByRole('complementary', { name: 'Thread' })).toHaveTextContent('Message deleted')
  expect(screen.queryByText('Who brings what?')).not.toBeInTheDocument()
})
