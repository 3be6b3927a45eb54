import { beforeEach, describe, expect, it } from '@jest/globals'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import { createFakeSocketChannel } from '@meadow/web/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aConversation, aMessage, ann, kofi } from '../testing/fixtures.ts'
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

describe('a message that arrives while the inbox loads', () => {
  const mei = { ...kofi, _id: '01890000-0000-7000-8000-0000000000e1', username: 'mei', fullName: 'Mei Lin' }
  const earlier = '2026-05-01T11:00:00.000Z'
  const kofis = aConversation({ rev: 4, last: { seq: 4, content: 'Old', createdAt: earlier } })
  const meis = aConversation({ _id: mei._id, user: { ...mei, isOnline: true, lastActive: null }, rev: 1 })
  const pushed = aMessage({ content: 'Just now', seq: 5, rev: 5, createdAt: '2026-05-01T13:00:00.000Z' })
  const after = aConversation({ rev: 5, unreadCount: 1, last: { ...pushed, sender: kofi._id } })
  const expectOnTop = async () => {
    await waitFor(async () => {
      const [first] = within(await findList()).getAllByRole('link')
      expect(first).toHaveTextContent(/Kofi Mensah.*Just now/)
    })
    expect(within(await findList()).getAllByRole('link', { name: /Kofi/ })).toHaveLength(1)
  }

  it.each([
    ['that lists it', [meis, kofis]],
    ['that lacks it', [meis]],
  ])('is on top, also with an older response %s', async (_, listed) => {
    const socketChannel = createFakeSocketChannel()
    const { promise: response, resolve: respond } = Promise.withResolvers<ReturnType<typeof conversations>>()
    const network = renderChat(
      '/inbox',
      {
        'GET /messages/conversations': () => response,
        'GET /messages/conversations/:userId': () => ({ conversation: after }),
      },
      socketChannel,
    )
    await waitFor(() => expect(network.count('GET /messages/conversations')).toBe(1))
    await socketChannel.receive('newMessage', pushed)
    respond(conversations(...listed))
    await expectOnTop()
  })

  it('is on top after pushes were missed before it, while the sync still runs', async () => {
    const socketChannel = createFakeSocketChannel()
    renderChat(
      '/inbox',
      {
        'GET /messages/conversations': () =>
          conversations(meis, aConversation({ rev: 3, last: { seq: 3, createdAt: earlier } })),
        'GET /messages/conversations/:userId': () => ({ conversation: after }),
        'GET /messages/sync': () => new Promise<never>(() => {}),
      },
      socketChannel,
    )
    await findList()
    await socketChannel.receive('newMessage', pushed)
    await expectOnTop()
  })

  it('is on top if only the sync tells of it, because the socket was not connected yet', async () => {
    const { promise: synced, resolve: sync } = Promise.withResolvers<void>()
    let list = [meis]
    renderChat('/inbox', {
      'GET /messages/conversations': () => conversations(...list),
      'GET /messages/sync': async () => {
        await synced
        return { conversations: [{ userId: kofi._id, rev: 5, unreadCount: 1 }], hasMore: false, next: 'next' }
      },
    })
    await findList()
    list = [after, meis]
    sync()
    await expectOnTop()
  })

  it('is in the filtered list whose response is older', async () => {
    const socketChannel = createFakeSocketChannel()
    const { promise: response, resolve: respond } = Promise.withResolvers<ReturnType<typeof conversations>>()
    let filtered: () => ReturnType<typeof conversations> | Promise<ReturnType<typeof conversations>> = () => response
    const network = renderChat(
      '/inbox',
      { 'GET /messages/conversations': ({ query }) => (query.get('filter') ? filtered() : conversations(meis, kofis)) },
      socketChannel,
    )
    await findList()
    await userEvent.click(screen.getByRole('radio', { name: 'Unread' }))
    await waitFor(() => expect(network.count('GET /messages/conversations')).toBe(2))
    filtered = () => conversations(after)
    await socketChannel.receive('newMessage', pushed)
    respond(conversations())
    await expectOnTop()
  })
})
