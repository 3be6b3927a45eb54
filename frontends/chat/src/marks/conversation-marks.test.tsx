import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { ConversationMarksView, ConversationView } from '@meadow/contracts/browser'
import { MUTED_FOR_EVER } from '@meadow/contracts/limits'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import { createFakeSocketChannel } from '@meadow/web/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  type MarksChange,
  mergeMarksChanges,
  toInboxOrder,
  withMarksChange,
  withoutMarksChange,
} from '../data/conversations/conversation-marks.ts'
import { aConversation, aMessage, kofi } from '../testing/fixtures.ts'
import { renderChat } from '../testing/render-chat.tsx'

beforeEach(() => fakeIntersectionObserver())

const UNSET: ConversationMarksView = { mutedUntil: null, pinnedAt: null, archived: false, isUnread: false }

/** Renders the inbox with a conversation with Kofi on a server that keeps its marks. */
function openInbox(
  fields: Partial<ConversationView> = {},
  socketChannel = createFakeSocketChannel(),
  path: '/inbox' | '/chat/kofi' = '/inbox',
) {
  const server = { conversation: aConversation({ marks: UNSET, ...fields }), changeSeq: 1 }
  const network = renderChat(
    path,
    {
      'GET /messages/conversations/:userId': () => ({ conversation: server.conversation }),
      'GET /messages/conversations': ({ query }) => {
        const { archived = false } = server.conversation.marks ?? {}
        const isListed = query.get('view') === null || (query.get('view') === 'archived') === archived
        return {
          conversations: isListed ? [server.conversation] : [],
          pagination: { hasMore: false },
          nextCursor: null,
          archivedCount: archived ? 1 : 0,
        }
      },
      'PUT /messages/conversations/:userId': ({ body }) => {
        const known = server.conversation.marks ?? UNSET
        const marks = withMarksChange(known, body as MarksChange, '2026-05-02T12:00:00.000Z')
        server.conversation = { ...server.conversation, marks }
        server.changeSeq += 1
        return { marks, total: 0, changeSeq: server.changeSeq }
      },
    },
    socketChannel,
  )
  const changes = () => network.calls.filter(({ key }) => key === 'PUT /messages/conversations/:userId')
  return { server, network, changes, socketChannel }
}
const findRow = async () => within(await screen.findByRole('list', { name: 'Conversations' })).findByRole('listitem')
const choose = async (item: string) => {
  await userEvent.click(within(await findRow()).getByRole('button', { name: 'Actions for Kofi Mensah' }))
  await userEvent.click(screen.getByRole('menuitem', { name: item }))
}

function setVisibility(visibilityState: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState })
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

describe('the menu of a conversation', () => {
  it('mutes for a time or for ever, and shows it quietly', async () => {
    const { changes } = openInbox({ unreadCount: 3 })
    await choose('Mute notifications')
    const dialog = within(await screen.findByRole('dialog'))
    for (const name of ['1 hour', '8 hours', '1 week']) expect(dialog.getByRole('button', { name })).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Until I unmute it' }))
    const row = within(await findRow())
    expect(await row.findByText('Muted')).toBeInTheDocument()
    expect(row.getByText('3 unread messages')).toBeInTheDocument()
    await waitFor(() => expect(changes()).toHaveLength(1))
    expect(changes()[0]?.body).toEqual({ mutedUntil: MUTED_FOR_EVER })
    await choose('Unmute notifications')
    await waitFor(() => expect(changes()[1]?.body).toEqual({ mutedUntil: null }))
    expect(row.queryByText('Muted')).not.toBeInTheDocument()
  })

  it('opens by a right click, pins, and marks as unread', async () => {
    const { changes } = openInbox()
    fireEvent.contextMenu(await screen.findByRole('link', { name: /Kofi Mensah/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Pin' }))
    expect(await within(await findRow()).findByText('Pinned')).toBeInTheDocument()
    await choose('Mark as unread')
    expect(await within(await findRow()).findByText('Marked as unread')).toBeInTheDocument()
    await waitFor(() => expect(changes().map(({ body }) => body)).toEqual([{ pinned: true }, { isUnread: true }]))
    await choose('Mark as read')
    await waitFor(() => expect(changes()).toHaveLength(3))
    expect(screen.queryByText('Marked as unread')).not.toBeInTheDocument()
  })

  it('archives, and a message brings the conversation back', async () => {
    const { server, socketChannel } = openInbox({ rev: 1 })
    await choose('Archive')
    await waitFor(() => expect(screen.queryByRole('link', { name: /Kofi Mensah/ })).not.toBeInTheDocument())
    await userEvent.click(await screen.findByRole('button', { name: 'Archived 1 archived conversation' }))
    expect(await screen.findByRole('link', { name: /Kofi Mensah/ })).toBeVisible()
    await choose('Move to inbox')
    expect(await screen.findByText('No archived conversations')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Back to the inbox' }))
    expect(await screen.findByRole('link', { name: /Kofi Mensah/ })).toBeVisible()
    server.conversation = aConversation({ rev: 2, marks: UNSET, last: { content: 'Back again' } })
    await socketChannel.receive('newMessage', aMessage({ rev: 2, content: 'Back again' }))
    expect(await screen.findByText('Back again')).toBeVisible()
  })

  it('is pinned again if archiving it is undone', async () => {
    const { changes } = openInbox({ marks: { ...UNSET, pinnedAt: '2026-05-01T12:00:00.000Z' } })
    await choose('Archive')
    await waitFor(() => expect(changes()).toHaveLength(1)) // a pin before that would be all that is sent
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await within(await findRow()).findByText('Pinned')).toBeInTheDocument()
    await waitFor(() => expect(changes().map(({ body }) => body)).toEqual([{ archived: true }, { pinned: true }]))
  })

  it('leads to the archive until a message brings its last conversation back', async () => {
    const { server, socketChannel } = openInbox({ rev: 1, marks: { ...UNSET, archived: true } })
    await screen.findByRole('button', { name: 'Archived 1 archived conversation' })
    server.conversation = aConversation({ rev: 2, marks: UNSET, last: { content: 'Back again' } })
    await socketChannel.receive('newMessage', aMessage({ rev: 2, content: 'Back again' }))
    expect(await screen.findByText('Back again')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Archived/ })).not.toBeInTheDocument())
  })

  it('is pinned in the end if a pin, the archive and a pin again wait to be sent', async () => {
    const { network, changes } = openInbox()
    network.respondWith({ 'PUT /messages/conversations/:userId': () => 'no network' })
    await choose('Mark as unread') // is tried, so that the others wait behind it
    await choose('Pin')
    await choose('Archive')
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await within(await findRow()).findByText('Pinned')).toBeInTheDocument()
    const triedCount = changes().length
    network.respondWith({
      'PUT /messages/conversations/:userId': () => ({ marks: UNSET, total: 0, changeSeq: 2 }),
    })
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(changes()).toHaveLength(triedCount + 2))
    expect(changes().at(-1)?.body).toEqual({ pinned: true })
  })

  it('stays open while a finger rests on it', async () => {
    openInbox()
    await userEvent.click(within(await findRow()).getByRole('button', { name: 'Actions for Kofi Mensah' }))
    const item = screen.getByRole('menuitem', { name: 'Pin' })
    jest.useFakeTimers()
    try {
      const event = new MouseEvent('pointerdown', { bubbles: true })
      fireEvent(item, Object.assign(event, { pointerType: 'touch', pointerId: 1, isPrimary: true }))
      act(() => void jest.advanceTimersByTime(500))
    } finally {
      jest.useRealTimers()
    }
    expect(screen.getByRole('menuitem', { name: 'Pin' })).toBeVisible()
  })

  it('takes a refused pin back, and says why', async () => {
    const { network } = openInbox()
    network.respondWith({
      'PUT /messages/conversations/:userId': () => ({
        refuse: { status: 409, code: 'too_many_pinned', error: 'You can pin up to 5 conversations.' },
      }),
    })
    await choose('Pin')
    expect(await screen.findByText(/You can pin up to 5 conversations/)).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Pinned')).not.toBeInTheDocument())
  })

  it('is as it was before all of them if the last of several changes is refused', async () => {
    const { network } = openInbox()
    network.respondWith({ 'PUT /messages/conversations/:userId': () => 'no network' })
    await choose('Pin')
    expect(await within(await findRow()).findByText('Pinned')).toBeInTheDocument()
    await choose('Unpin')
    await waitFor(() => expect(screen.queryByText('Pinned')).not.toBeInTheDocument())
    network.respondWith({
      'PUT /messages/conversations/:userId': () => ({
        refuse: { status: 404, code: 'not_found', error: 'It is gone.' },
      }),
    })
    fireEvent(window, new Event('online'))
    expect(await screen.findByText(/It is gone/)).toBeVisible()
    expect(screen.queryByText('Pinned')).not.toBeInTheDocument()
  })
})

it('shows what another device has set, and ignores an older push', async () => {
  const { network, socketChannel } = openInbox()
  await findRow()
  network.respondWith({ 'GET /messages/conversations': () => new Promise<never>(() => {}) }) // the pushes alone
  const push = { userId: kofi._id, changeSeq: 9, marks: { ...UNSET, isUnread: true } }
  await socketChannel.receive('conversationMarked', push)
  await socketChannel.receive('conversationMarked', { ...push, changeSeq: 8, marks: UNSET })
  expect(await screen.findByText('Marked as unread')).toBeInTheDocument()
})

it('shows what another device has set before this page was connected', async () => {
  const marks = { ...UNSET, isUnread: true }
  let hasSynced = false
  renderChat('/inbox', {
    'GET /messages/conversations': () => ({
      conversations: [aConversation({ marks: hasSynced ? marks : UNSET })],
      pagination: { hasMore: false },
      nextCursor: null,
    }),
    'GET /messages/sync': () => {
      hasSynced = true
      return { conversations: [{ userId: kofi._id, rev: 1, unreadCount: 0, marks }], hasMore: false, next: 'next' }
    },
  })
  expect(await screen.findByText('Marked as unread')).toBeInTheDocument()
})

it('keeps the unread mark of the open conversation, unless it was set while the page was hidden', async () => {
  const { server, changes, socketChannel } = openInbox({}, createFakeSocketChannel(), '/chat/kofi')
  await choose('Mark as unread')
  expect(await within(await findRow()).findByText('Marked as unread')).toBeInTheDocument()
  await waitFor(() => expect(changes()).toHaveLength(1))
  setVisibility('hidden')
  setVisibility('visible')
  expect(within(await findRow()).getByText('Marked as unread')).toBeInTheDocument()
  await choose('Mark as read')
  await waitFor(() => expect(changes()).toHaveLength(2))
  setVisibility('hidden')
  const marks = { ...UNSET, isUnread: true }
  server.conversation = { ...server.conversation, marks }
  await socketChannel.receive('conversationMarked', { userId: kofi._id, changeSeq: 9, marks })
  expect(await within(await findRow()).findByText('Marked as unread')).toBeInTheDocument()
  setVisibility('visible')
  await waitFor(() =>
    expect(changes().map(({ body }) => body)).toEqual([{ isUnread: true }, { isUnread: false }, { isUnread: false }]),
  )
})

it('merges changes of the pin and the archive that wait to be sent', () => {
  const merge = (...changes: MarksChange[]) => changes.reduce(mergeMarksChanges)
  expect(merge({ pinned: true }, { archived: true }, { pinned: true })).toEqual({ pinned: true })
  expect(merge({ pinned: true }, { archived: true })).toEqual({ archived: true })
  const neither = { pinned: false, archived: false }
  expect(merge({ pinned: false }, { archived: true }, { archived: false })).toEqual(neither)
  expect(merge({ archived: false }, { pinned: true }, { pinned: false })).toEqual(neither)
  expect(merge({ isUnread: true }, { isUnread: false })).toEqual({ isUnread: false })
  const pinned = { ...UNSET, pinnedAt: '2026-05-01T12:00:00.000Z' }
  expect(withMarksChange(pinned, neither, '2026-05-02T12:00:00.000Z')).toEqual(UNSET)
  expect(withMarksChange({ ...UNSET, archived: true }, neither, '2026-05-02T12:00:00.000Z')).toEqual(UNSET)
  expect(withoutMarksChange(UNSET, { archived: false }, pinned)).toEqual(pinned)
})

it('sorts the inbox: pins, newest first, then by the last message, without the archive', () => {
  const at = (minute: number) => `2026-05-01T12:0${minute}:00.000Z`
  const one = (_id: string, minute: number, marks: Partial<ConversationMarksView> = {}) =>
    aConversation({ _id, last: { createdAt: at(minute) }, marks: { ...UNSET, ...marks } })
  const sorted = toInboxOrder([
    one('old', 1),
    one('pinned first', 2, { pinnedAt: at(1) }),
    one('archived', 9, { archived: true }),
    one('new', 8),
    one('pinned last', 0, { pinnedAt: at(3) }),
    aConversation({ _id: 'of an older server', last: { createdAt: at(5) } }),
  ])
  expect(sorted.map(({ _id }) => _id)).toEqual(['pinned last', 'pinned first', 'new', 'of an older server', 'old'])
})
