import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import type { MessageView } from '@meadow/contracts/browser'
import { useMutedMembers } from '@meadow/features'
import { useLocation } from '@meadow/web'
import { aMember, createFakeSocketChannel, type FakeSocketChannel, fakeApi, renderPage } from '@meadow/web/testing'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NewMessageToasts } from './new-message-toasts.tsx'

const ann = aMember()
const kofi = aMember({ _id: '01890000-0000-7000-8000-000000000002', username: 'kofi', fullName: 'Kofi Mensah' })
const mara = aMember({ _id: '01890000-0000-7000-8000-000000000003', username: 'mara', fullName: '' })

const aMessage = (sender: typeof ann): MessageView => ({
  _id: '01890000-0000-7000-8000-00000000000a',
  seq: 1,
  rev: 1,
  clientMessageId: null,
  sender,
  recipient: ann,
  content: 'Half a thousand, and counting',
  messageType: 'text',
  imageUrl: '',
  media: null,
  pictures: [],
  isRead: false,
  status: 'sent',
  createdAt: '2026-04-01T12:00:00.000Z',
  edited: false,
  editedAt: null,
  deletedAt: null,
  reactions: [],
  replyTo: null,
  threadId: null,
  threadCount: 0,
})

function Page() {
  return (
    <>
      <NewMessageToasts />
      <p>{useLocation().pathname}</p>
      <p>{useMutedMembers().data?.muted.length} muted</p>
    </>
  )
}

let live: FakeSocketChannel
let muted: object[]
beforeEach(() => {
  muted = []
  fakeApi({
    'GET /auth/me': () => ann,
    'GET /users/muted': () => ({ muted: muted as never, hasMore: false, nextCursor: null }),
  })
  live = createFakeSocketChannel()
})
afterEach(() => {
  jest.useRealTimers()
})

const show = (path: string) => renderPage(<Page />, { path, socketChannel: live })

it('announces who sent a message, not what they wrote, and opens the conversation', async () => {
  show('/home')
  await live.receive('newMessage', aMessage(kofi))
  expect(screen.getByRole('status')).toHaveTextContent('Kofi sent you a message')
  expect(screen.queryByText(/Half a thousand/)).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(screen.getByText('/chat/kofi')).toBeVisible()
})

it('names members without a full name by their username', async () => {
  show('/home')
  await live.receive('newMessage', aMessage(mara))
  expect(screen.getByText('mara sent you a message')).toBeVisible()
})

it('is silent in the open conversation, which announces its messages itself', async () => {
  show('/chat/kofi')
  await live.receive('newMessage', aMessage(kofi))
  expect(screen.queryByText(/sent you a message/)).not.toBeInTheDocument()
  await live.receive('newMessage', aMessage(mara))
  expect(screen.getByText('mara sent you a message')).toBeVisible()
})

it('shows one toast for several messages of one member, and another one later', async () => {
  jest.useFakeTimers({ advanceTimers: true, doNotFake: ['setImmediate'] })
  show('/home')
  await live.receive('newMessage', aMessage(kofi))
  await live.receive('newMessage', aMessage(kofi))
  expect(screen.getAllByText('Kofi sent you a message')).toHaveLength(1)
  await act(() => jest.advanceTimersByTimeAsync(5_000))
  expect(screen.queryByText('Kofi sent you a message')).not.toBeInTheDocument()
  await live.receive('newMessage', aMessage(kofi))
  expect(screen.getByText('Kofi sent you a message')).toBeVisible()
})

it('is silent for a muted sender, until the mute ends', async () => {
  const mutedUntil = new Date(Date.now() + 3_600_000).toISOString()
  muted = [
    { ...kofi, mutedUntil },
    { ...mara, mutedUntil: new Date(Date.now() - 1_000).toISOString() },
  ]
  show('/home')
  await screen.findByText('2 muted')
  await live.receive('newMessage', aMessage(kofi))
  expect(screen.queryByText('Kofi sent you a message')).not.toBeInTheDocument()
  await live.receive('newMessage', aMessage(mara))
  expect(screen.getByRole('status')).toHaveTextContent('mara sent you a message')
})
