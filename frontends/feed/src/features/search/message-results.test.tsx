import { expect, it } from '@jest/globals'
import { annAsAuthor, kofi } from '@meadow/features/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderFeed } from '../../testing/render-feed.tsx'

const MESSAGE = {
  _id: '01890000-0000-7000-a000-000000000001',
  seq: 1,
  rev: 1,
  clientMessageId: null,
  sender: kofi,
  recipient: annAsAuthor,
  content: 'The <b>swallows</b> are back',
  messageType: 'text' as const,
  imageUrl: '',
  media: null,
  pictures: [],
  isRead: true,
  status: 'read' as const,
  createdAt: '2026-05-01T12:00:00.000Z',
  edited: false,
  editedAt: null,
  deletedAt: null,
  reactions: [],
  replyTo: null,
  threadId: null,
  threadCount: 0,
}
const OWN = {
  ...MESSAGE,
  _id: '01890000-0000-7000-a000-000000000002',
  sender: annAsAuthor,
  recipient: kofi,
  content: 'Swallows?',
}

it('shows the messages with the found words, and leads to them', async () => {
  const network = renderFeed('/search?q=swallow&tab=messages', {
    'GET /messages/search': () => ({
      messages: [MESSAGE, OWN],
      highlights: [
        { messageId: MESSAGE._id, ranges: [{ start: 7, end: 14 }] },
        { messageId: OWN._id, ranges: [{ start: 0, end: 7 }] },
      ],
      hasMore: false,
      nextCursor: null,
    }),
  })
  const list = within(await screen.findByRole('list', { name: 'Messages' }))
  const [first, second] = list.getAllByRole('link')
  expect(first).toHaveAttribute('href', `/chat/kofi?message=${MESSAGE._id}`)
  expect(first).toHaveTextContent('The <b>swallows</b> are back')
  expect(second).toHaveAttribute('href', `/chat/kofi?message=${OWN._id}`)
  expect(second).toHaveTextContent('You: Swallows?')
  expect(list.getAllByRole('mark').map((mark) => mark.textContent)).toEqual(['swallow', 'Swallow'])
  expect(network.last('GET /messages/search')?.query.get('q')).toBe('swallow')
})

it('repeats a search that failed, and says that nothing was found', async () => {
  const network = renderFeed('/search?q=swallow&tab=messages', {
    'GET /messages/search': () => ({ refuse: { status: 403, code: 'not_allowed', error: 'Not now' } }),
  })
  expect(await screen.findByText("The search didn't work")).toBeVisible()
  network.respondWith({
    'GET /messages/search': () => ({ messages: [], highlights: [], hasMore: false, nextCursor: null }),
  })
  await userEvent.click(screen.getByRole('button', { name: /again/i }))
  expect(await screen.findByText('No messages found')).toBeVisible()
})
