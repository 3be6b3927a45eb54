import { beforeEach, expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import { createFakeSocketChannel } from '@meadow/web/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aConversation, aMessage, ann, kofi } from '../testing/fixtures.ts'
import { renderChat } from '../testing/render-chat.tsx'

beforeEach(() => fakeIntersectionObserver())

/** Creates a page of messages whose `seq` and `rev` count from 1. */
const page = (...messages: MessageView[]) => ({
  messages: messages.map((message, index) => ({ ...message, seq: index + 1, rev: index + 1 })),
  hasMore: false,
  hasNewer: false,
  rev: messages.length,
})
const open = (...messages: MessageView[]) =>
  renderChat('/chat/kofi', {
    'GET /messages/:id': () => page(...messages),
    'GET /messages/conversations/:userId': () => ({ conversation: aConversation({ rev: messages.length }) }),
  })
const field = () => screen.findByRole('textbox', { name: 'Message Kofi Mensah' })
const log = () => screen.findByRole('log', { name: 'Messages with Kofi Mensah' })
const message = async (text: string) => {
  const shown = await within(await log()).findByText(text)
  return within(shown.closest('article') as HTMLElement)
}
const choose = async (text: string, item: string) => {
  await userEvent.click((await message(text)).getByRole('button', { name: 'Actions' }))
  await userEvent.click(screen.getByRole('menuitem', { name: item }))
}

it('shows that there is no member with this username', async () => {
  renderChat('/chat/nobody')
  expect(await screen.findByRole('heading', { level: 1, name: 'User not found' })).toBeVisible()
  expect(screen.getByText("The user you're looking for doesn't exist.")).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to Messages' })).toHaveAttribute('href', '/inbox')
})

it('shows the member, their presence and the messages', async () => {
  open(aMessage({ content: 'Hello Ann' }), aMessage({ content: 'Hello Kofi', sender: ann, status: 'read' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Kofi Mensah' })).toBeVisible()
  expect(await screen.findByText('Active now', { selector: 'header *' })).toBeVisible()
  expect((await message('Hello Kofi')).getByText(/Read/)).toBeVisible()
  expect((await message('Hello Ann')).queryByText(/Sent/)).not.toBeInTheDocument()
})

it('shows Block and Mute notifications as disabled menu items', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  for (const name of ['Block', 'Mute notifications'])
    expect(screen.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
})

it('shows a message immediately, and a counter from 201 characters', async () => {
  const network = open()
  network.respondWith({
    'POST /messages': ({ body }) => ({
      message: { ...aMessage({ sender: ann, seq: 1, rev: 1 }), ...(body as object) },
    }),
  })
  await userEvent.type(await field(), 'x'.repeat(200))
  expect(screen.queryByText('200/1000')).not.toBeInTheDocument()
  await userEvent.type(await field(), 'x')
  expect(screen.getByText('201/1000')).toBeVisible()
  await userEvent.clear(await field())
  await userEvent.type(await field(), 'One{Shift>}{Enter}{/Shift}two{Enter}')
  expect(await message('One two')).toBeDefined()
  expect(await field()).toHaveValue('')
})

it('keeps a rejected message, and sends it again on Retry', async () => {
  const network = open()
  network.respondWith({ 'POST /messages': () => ({ refuse: { status: 403, code: 'not_mutual', error: 'Not now' } }) })
  await userEvent.type(await field(), 'Are you there?{Enter}')
  const failed = await message('Are you there?')
  expect(await failed.findByText('Not sent. Not now')).toBeVisible()
  await userEvent.click(await failed.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(network.count('POST /messages')).toBe(2))
})

it('offers to send a long text as several messages', async () => {
  open()
  await userEvent.click(await field())
  await userEvent.paste('word '.repeat(300))
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Send as 2 messages' })).toBeVisible()
})

it('replies to a message, and cancels the reply on Escape', async () => {
  open(aMessage({ content: 'Tea?' }))
  await choose('Tea?', 'Reply')
  expect(screen.getByText('Reply to Kofi Mensah')).toBeVisible()
  await userEvent.click(await field())
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText('Reply to Kofi Mensah')).not.toBeInTheDocument()
})

it('edits the last own message after the Up key in an empty field', async () => {
  const own = aMessage({ content: 'Six', sender: ann })
  const network = open(own, aMessage({ content: 'Fine' }))
  network.respondWith({
    'PUT /messages/:id': ({ body }) => ({
      message: { ...own, seq: 1, rev: 3, edited: true, ...(body as { content: string }) },
    }),
  })
  await message('Six')
  await userEvent.click(await field())
  await userEvent.keyboard('{ArrowUp}')
  expect(screen.getByText('Edit message')).toBeVisible()
  expect(await field()).toHaveValue('Six')
  await userEvent.type(await field(), ' sharp{Enter}')
  expect(await message('Six sharp')).toBeDefined()
  await waitFor(() => expect(network.count('PUT /messages/:id')).toBe(1))
})

it('asks before it deletes a message, and restores it after a failure', async () => {
  const network = open(aMessage({ content: 'Oops', sender: ann }))
  network.respondWith({ 'DELETE /messages/:id': () => ({ refuse: { status: 500 } }) })
  await choose('Oops', 'Delete')
  expect(network.count('DELETE /messages/:id')).toBe(0)
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('The message was not deleted')).toBeVisible()
  expect(await message('Oops')).toBeDefined()
})

it('offers neither Edit nor Delete for received messages', async () => {
  open(aMessage({ content: 'Mine' }))
  await userEvent.click((await message('Mine')).getByRole('button', { name: 'Actions' }))
  const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(items).toEqual(['Reply', 'Copy', 'React', 'Open thread', 'Select'])
})

it('shows a deleted message without content and actions', async () => {
  open(aMessage({ content: '', deletedAt: '2026-05-01T12:00:00.000Z' }))
  const deleted = await message('This message was deleted')
  expect(deleted.queryByRole('button')).not.toBeInTheDocument()
})

it('adds a reaction, and removes it again', async () => {
  const network = open(aMessage({ content: 'Bread is ready' }))
  network.respondWith({
    'POST /messages/:id/reactions': () => ({
      reactions: [{ user: ann._id, emoji: '❤️', createdAt: '2026-05-01T12:00:00.000Z' }],
      rev: 2,
    }),
    'DELETE /messages/:id/reactions': () => ({ reactions: [], rev: 3 }),
  })
  await userEvent.click((await message('Bread is ready')).getByRole('button', { name: 'React' }))
  await userEvent.click(screen.getByRole('button', { name: 'red heart' }))
  const own = await (await message('Bread is ready')).findByRole('button', { name: /❤️, 1, including yours/ })
  await userEvent.click(own)
  await waitFor(() => expect(network.count('DELETE /messages/:id/reactions')).toBe(1))
  expect((await message('Bread is ready')).queryByRole('button', { name: /❤️/ })).not.toBeInTheDocument()
})

it('selects several messages, and allows to delete only own ones', async () => {
  open(aMessage({ content: 'One', sender: ann }), aMessage({ content: 'Two' }))
  await choose('One', 'Select')
  expect(screen.getByText('1 selected')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Delete' })).toBeEnabled()
  await userEvent.click((await message('Two')).getByRole('checkbox'))
  expect(screen.getByText('2 selected')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText('2 selected')).not.toBeInTheDocument()
})

it('finds messages by their text', async () => {
  const found = aMessage({ content: 'The thermos is in the barn' })
  const network = open(aMessage({ content: 'Hello' }))
  network.respondWith({ 'GET /messages/:id': ({ query }) => (query.get('q') ? page(found) : page(found, aMessage())) })
  await userEvent.click(await screen.findByRole('button', { name: 'Search messages' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Search in this chat' }), 'thermos')
  const results = await screen.findByRole('list', { name: 'Search results' })
  await userEvent.click(within(results).getByRole('button', { name: /The thermos is in the barn/ }))
  expect(await message('The thermos is in the barn')).toBeDefined()
})

it('opens a thread, and sends a reply in it', async () => {
  const root = aMessage({ content: 'Who brings what?', threadCount: 1 })
  const reply = aMessage({ content: 'I bring bread', threadId: root._id })
  const network = open(root)
  network.respondWith({
    'GET /messages/thread/:id': () => ({ messages: [reply], hasMore: false, rev: 1, root }),
    'PUT /messages/thread/:id/read': () => ({ ok: true as const }),
    'POST /messages': ({ body }) => ({ message: { ...aMessage({ sender: ann }), ...(body as object) } }),
  })
  await userEvent.click((await message('Who brings what?')).getByRole('button', { name: '1 reply' }))
  const thread = within(screen.getByRole('complementary', { name: 'Thread' }))
  expect(await thread.findByText('I bring bread')).toBeVisible()
  await waitFor(() => expect(network.count('PUT /messages/thread/:id/read')).toBe(1))
  await userEvent.type(thread.getByRole('textbox', { name: 'Reply in thread' }), 'And I tea{Enter}')
  await waitFor(() => expect(network.count('POST /messages')).toBe(1))
  expect(network.calls.find(({ key }) => key === 'POST /messages')?.body).toMatchObject({ threadId: root._id })
})

it('focuses the field on mount and for a reply, and restores the focus after a thread', async () => {
  const root = aMessage({ content: 'Who brings what?', threadCount: 1 })
  const network = open(root)
  network.respondWith({ 'GET /messages/thread/:id': () => ({ messages: [], hasMore: false, rev: 1, root }) })
  expect(await field()).toHaveFocus()
  const repliesButton = (await message('Who brings what?')).getByRole('button', { name: '1 reply' })
  await userEvent.click(repliesButton)
  expect(screen.getByRole('complementary', { name: 'Thread' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(repliesButton).toHaveFocus()
  await choose('Who brings what?', 'Reply')
  expect(await field()).toHaveFocus()
})

it('moves through reactions by arrow keys', async () => {
  open(aMessage({ content: 'The barn is dry' }))
  await userEvent.click((await message('The barn is dry')).getByRole('button', { name: 'React' }))
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
  expect(screen.getByRole('button', { name: 'red heart' })).toHaveFocus()
})

it('edits in the composer of a thread, and cancels only that on Escape', async () => {
  const root = aMessage({ content: 'Who brings what?', threadCount: 1, seq: 1, rev: 1 })
  const own = aMessage({ content: 'I bring bread', sender: ann, threadId: root._id, seq: 2, rev: 2 })
  const network = open(root)
  network.respondWith({
    'GET /messages/thread/:id': () => ({ messages: [own], hasMore: false, rev: 2, root }),
    'PUT /messages/thread/:id/read': () => ({ ok: true as const }),
    'PUT /messages/:id': ({ body }) => ({
      message: { ...own, rev: 3, edited: true, ...(body as { content: string }) },
    }),
  })
  await userEvent.click((await message('Who brings what?')).getByRole('button', { name: '1 reply' }))
  const thread = within(screen.getByRole('complementary', { name: 'Thread' }))
  const write = thread.getByRole('textbox', { name: 'Reply in thread' })
  const edit = async () => {
    await userEvent.click(await thread.findByRole('button', { name: 'Actions' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }))
  }
  await edit()
  expect(write).toHaveValue('I bring bread')
  expect(await field()).toHaveValue('')
  await userEvent.type(write, '{Escape}')
  expect(write).toHaveValue('')
  await edit()
  await userEvent.type(write, ' and jam{Enter}')
  expect(await thread.findByText('I bring bread and jam')).toBeVisible()
  await waitFor(() => expect(network.count('PUT /messages/:id')).toBe(1))
  expect(network.count('POST /messages')).toBe(0)
})

it('explains instead of the field that the member cannot be messaged', async () => {
  renderChat('/chat/kofi', {
    'GET /messages/conversations/:userId': () => ({ conversation: aConversation({ canSend: false }) }),
  })
  expect(await screen.findByText('You can message Kofi Mensah once you follow each other.')).toBeVisible()
  expect(screen.queryByText(/Say hello/)).not.toBeInTheDocument()
  expect(screen.queryByRole('textbox', { name: /^Message/ })).not.toBeInTheDocument()
})

it('announces received messages and typing to screen readers', async () => {
  const socketChannel = createFakeSocketChannel()
  renderChat(
    '/chat/kofi',
    {
      'GET /messages/:id': () => page(aMessage({ content: 'Hello' })),
      'GET /messages/conversations/:userId': () => ({ conversation: aConversation({ rev: 1 }) }),
    },
    socketChannel,
  )
  await message('Hello')
  await socketChannel.receive('typing', { senderId: kofi._id, recipientId: ann._id })
  expect(screen.getByText('Kofi Mensah is typing')).toBeInTheDocument()
  await socketChannel.receive('newMessage', aMessage({ content: 'Are you coming?', seq: 2, rev: 2 }))
  expect(await screen.findByText('Kofi Mensah: Are you coming?')).toBeInTheDocument()
})

it('shows that the device is offline, and keeps the field enabled', async () => {
  open()
  await field()
  const network = goOffline()
  expect(await screen.findByText('You are offline. Your messages will be sent when you are back online.')).toBeVisible()
  expect(await field()).toBeEnabled()
  network.back()
  await waitFor(() => expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument())
})

function goOffline() {
  const setOnline = (onLine: boolean) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: onLine })
    act(() => void window.dispatchEvent(new Event(onLine ? 'online' : 'offline')))
  }
  setOnline(false)
  return { back: () => setOnline(true) }
}
