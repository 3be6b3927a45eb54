import { beforeEach, describe, expect, it } from '@jest/globals'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import { createFakeSocketChannel } from '@meadow/web/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  chooseMessageAction,
  findMessage,
  findMessageField,
  openConversationWithKofi,
} from '../testing/chat-page-queries.ts'
import { aMessage, ann, kofi } from '../testing/fixtures.ts'

beforeEach(() => fakeIntersectionObserver())

const secret = { content: 'A secret', seq: 1, rev: 1 }
const getReplyBar = () => within(screen.getByText('Reply to Kofi Mensah').closest('[role=status]') as HTMLElement)

describe('a reply that is not sent yet', () => {
  it('shows in the bar above the field that its message was deleted, and is sent as a reply', async () => {
    const socketChannel = createFakeSocketChannel()
    const message = aMessage(secret)
    const network = openConversationWithKofi([message], socketChannel)
    network.respondWith({ 'POST /messages': () => ({ message: aMessage({ sender: ann }) }) })
    await chooseMessageAction('A secret', 'Reply')
    await socketChannel.receive('messageDeleted', { messageId: message._id, userId: kofi._id, rev: 2 })
    await waitFor(() => expect(screen.queryByText('A secret')).not.toBeInTheDocument())
    expect(getReplyBar().getByText('Message deleted')).toBeVisible()
    await userEvent.type(await findMessageField(), 'What was it?{Enter}')
    await waitFor(() => expect(network.last('POST /messages')?.body).toMatchObject({ replyTo: message._id }))
  })

  it('shows the newest text of an edited message', async () => {
    const socketChannel = createFakeSocketChannel()
    const message = aMessage(secret)
    openConversationWithKofi([message], socketChannel)
    await chooseMessageAction('A secret', 'Reply')
    await socketChannel.receive('messageEdited', { ...message, content: 'No secret', edited: true, rev: 2 })
    expect(await getReplyBar().findByText('No secret')).toBeVisible()
  })

  it('follows a deletion as a refused bubble too, and back in the field', async () => {
    const socketChannel = createFakeSocketChannel()
    const message = aMessage(secret)
    const network = openConversationWithKofi([message], socketChannel)
    network.respondWith({
      'POST /messages': () => ({ refuse: { status: 403, code: 'new_account_limit', error: 'Not now' } }),
    })
    await chooseMessageAction('A secret', 'Reply')
    await userEvent.type(await findMessageField(), 'What was it?{Enter}')
    await screen.findByText('Not sent. Not now')
    await socketChannel.receive('messageDeleted', { messageId: message._id, userId: kofi._id, rev: 2 })
    const failed = await findMessage('What was it?')
    expect(await failed.findByText('Message deleted')).toBeVisible()
    expect(screen.queryByText('A secret')).not.toBeInTheDocument()
    await userEvent.click(failed.getByRole('button', { name: 'Edit' }))
    expect(getReplyBar().getByText('Message deleted')).toBeVisible()
  })
})

it('a list of search results or threads does not keep a deleted text', async () => {
  const socketChannel = createFakeSocketChannel()
  const message = aMessage({ ...secret, threadCount: 1 })
  const network = openConversationWithKofi([message], socketChannel)
  let root = message
  network.respondWith({
    'GET /messages/:userId/threads': () => ({ threads: [{ root, unreadCount: 0 }], hasMore: false, nextCursor: null }),
  })
  await findMessage('A secret')
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Threads' }))
  const threads = within(screen.getByRole('complementary', { name: 'Threads' }))
  await threads.findByRole('button', { name: /A secret/ })
  root = { ...message, content: '', deletedAt: '2026-05-01T12:00:00.000Z', rev: 2 }
  await socketChannel.receive('messageDeleted', { messageId: message._id, userId: kofi._id, rev: 2 })
  expect(await threads.findByRole('button', { name: /Message deleted/ })).toBeVisible()
})
