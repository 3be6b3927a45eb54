import { beforeEach, expect, it } from '@jest/globals'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import { createFakeSocketChannel } from '@meadow/web/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aConversation, ann, kofi } from '../testing/fixtures.ts'
import { renderChat } from '../testing/render-chat.tsx'

beforeEach(() => fakeIntersectionObserver())

const conversations = (...list: ReturnType<typeof aConversation>[]) => ({
  conversations: list,
  pagination: { hasMore: false },
  nextCursor: null,
})
const findList = () => screen.findByRole('list', { name: 'Conversations' })

it('shows the other member, the last message and the unread count', async () => {
  renderChat('/inbox', {
    'GET /messages/conversations': () =>
      conversations(aConversation({ unreadCount: 2, last: { content: 'The wheel is straight again.' } })),
  })
  const row = within(await findList()).getByRole('link', { name: /Kofi Mensah/ })
  expect(row).toHaveAttribute('href', '/chat/kofi')
  expect(row).toHaveTextContent('Active now')
  expect(row).toHaveTextContent('The wheel is straight again.')
  expect(row).toHaveTextContent('2 unread messages')
})

it('fades the unread count when the messages are read elsewhere', async () => {
  const socketChannel = createFakeSocketChannel()
  const last = { seq: 4 }
  renderChat(
    '/inbox',
    { 'GET /messages/conversations': () => conversations(aConversation({ rev: 4, unreadCount: 2, last })) },
    socketChannel,
  )
  const row = within(await findList()).getByRole('link', { name: /Kofi Mensah/ })
  await socketChannel.receive('messageRead', { userId: kofi._id, readerId: ann._id, upToSeq: 4, rev: 5 })
  expect(row).not.toHaveTextContent('unread messages')
  const fadingCount = within(row).getByText('2')
  fireEvent.animationEnd(fadingCount)
  expect(fadingCount).not.toBeInTheDocument()
})

it('marks an own last message with “You”', async () => {
  renderChat('/inbox', {
    'GET /messages/conversations': () => conversations(aConversation({ last: { sender: ann._id, content: 'Soon.' } })),
  })
  expect(await screen.findByText('You: Soon.')).toBeVisible()
})

it('filters unread conversations and online members, and searches', async () => {
  const network = renderChat('/inbox', {
    'GET /messages/conversations': ({ query }) =>
      query.get('filter') || query.get('q') ? conversations() : conversations(aConversation()),
  })
  await findList()
  await userEvent.click(screen.getByRole('radio', { name: 'Unread' }))
  expect(await screen.findByText("You're all caught up")).toBeVisible()
  await userEvent.click(screen.getByRole('radio', { name: 'Online' }))
  expect(await screen.findByText('Nobody is online right now')).toBeVisible()
  await userEvent.type(screen.getByRole('textbox', { name: 'Search conversations' }), 'mara')
  expect(await screen.findByText('No conversation matches “mara”.')).toBeVisible()
  expect(network.calls.findLast(({ key }) => key === 'GET /messages/conversations')?.query.get('q')).toBe('mara')
  await userEvent.click(screen.getByRole('button', { name: 'Show all conversations' }))
  expect(await screen.findByRole('link', { name: /Kofi Mensah/ })).toBeVisible()
})

it('links to other members if there are no conversations', async () => {
  renderChat('/inbox', { 'GET /messages/conversations': () => conversations() })
  expect(await screen.findByRole('link', { name: 'Discover People' })).toHaveAttribute('href', '/home')
})

it('shows an error, and loads again on Try Again', async () => {
  const network = renderChat('/inbox', { 'GET /messages/conversations': () => ({ refuse: { status: 500 } }) })
  expect(await screen.findByText('Failed to load conversations')).toBeVisible()
  network.respondWith({ 'GET /messages/conversations': () => conversations(aConversation()) })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('link', { name: /Kofi Mensah/ })).toBeVisible()
})

it('starts a conversation with a mutual follower', async () => {
  renderChat('/inbox', {
    'GET /messages/conversations': () => conversations(),
    'GET /messages/mutual-followers': () => ({
      mutualFollowers: [{ ...kofi, isOnline: false, lastActive: null }],
      hasMore: false,
      nextCursor: null,
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'New Chat' }))
  const dialog = screen.getByRole('dialog', { name: 'New Chat' })
  expect(within(dialog).getByRole('textbox')).toHaveFocus()
  await userEvent.click(await within(dialog).findByRole('link', { name: /Kofi Mensah/ }))
  expect(screen.getByLabelText('address')).toHaveTextContent('/chat/kofi')
  expect(await screen.findByRole('textbox', { name: 'Message Kofi Mensah' })).toBeVisible()
})

it('explains who can be messaged if there are no mutual followers', async () => {
  renderChat('/inbox')
  await userEvent.click(await screen.findByRole('button', { name: 'New Chat' }))
  expect(await screen.findByText('You can message people who follow you back.')).toBeVisible()
})
