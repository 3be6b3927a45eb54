import { beforeEach, expect, it } from '@jest/globals'
import { fakeIntersectionObserver, somebody } from '@meadow/features/testing'
import { setUndoSend } from '@meadow/features/undo-send'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { chooseMessageAction, findMessageField, openConversationWithKofi } from '../testing/chat-page-queries.ts'
import { aMessage, ann } from '../testing/fixtures.ts'

beforeEach(() => fakeIntersectionObserver())

const mia = { ...somebody({ username: 'mia', fullName: 'Mia Park' }), isOnline: false, lastActive: null }

async function openDialog() {
  const original = aMessage({ content: 'The ferry leaves at six' })
  const network = openConversationWithKofi([original])
  network.respondWith({
    'GET /messages/mutual-followers': () => ({ mutualFollowers: [mia], hasMore: false, nextCursor: null }),
    'POST /messages/forward': ({ body }) => ({
      message: {
        ...aMessage({ sender: ann, content: 'The ferry leaves at six' }),
        ...(body as object),
        isForwarded: true,
      },
    }),
  })
  await chooseMessageAction('The ferry leaves at six', 'Forward')
  const dialog = within(await screen.findByRole('dialog', { name: 'Forward message' }))
  return { network, original, dialog }
}

it('a message is forwarded to those who are chosen, once to each', async () => {
  const { network, original, dialog } = await openDialog()
  expect(await dialog.findByText('The ferry leaves at six')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Forward' })).toBeDisabled()
  await userEvent.click(await dialog.findByRole('checkbox', { name: /Mia Park/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Forward to 1 person' }))
  await waitFor(() => expect(network.count('POST /messages/forward')).toBe(1))
  expect(network.last('POST /messages/forward')?.body).toEqual({
    messageId: original._id,
    recipientId: mia._id,
    clientMessageId: expect.any(String),
  })
  expect(network.count('POST /messages')).toBe(0)
  expect(await screen.findByText('Forwarded to 1 person')).toBeVisible()
})

it('a browser with Undo send says only that the message is being forwarded, and forwards nothing yet', async () => {
  const { network, dialog } = await openDialog()
  setUndoSend(true)
  await userEvent.click(await dialog.findByRole('checkbox', { name: /Mia Park/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Forward to 1 person' }))
  expect(await screen.findByText('Forwarding to 1 person…')).toBeVisible()
  expect(screen.queryByText('Forwarded to 1 person')).not.toBeInTheDocument()
  expect(network.count('POST /messages/forward')).toBe(0)
})

it('without a network it is said that the message waits', async () => {
  const { dialog } = await openDialog()
  await userEvent.click(await dialog.findByRole('checkbox', { name: /Mia Park/ }))
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false })
  act(() => void window.dispatchEvent(new Event('offline')))
  await userEvent.click(dialog.getByRole('button', { name: 'Forward to 1 person' }))
  expect(await screen.findByText('Will be forwarded to 1 person when you are online')).toBeVisible()
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: true })
  act(() => void window.dispatchEvent(new Event('online')))
})

it('a forwarded message is marked, and cannot be edited', async () => {
  openConversationWithKofi([aMessage({ content: 'The ferry leaves at six', sender: ann, isForwarded: true })])
  expect(await screen.findByText('Forwarded')).toBeVisible()
  await userEvent.click(await findMessageField())
  await userEvent.keyboard('{ArrowUp}')
  expect(screen.queryByText('Edit message')).not.toBeInTheDocument()
})

it('the word Edited shows what a message said before', async () => {
  const edited = aMessage({ content: 'At six', edited: true, editedAt: '2026-03-01T12:01:00.000Z' })
  const network = openConversationWithKofi([edited])
  network.respondWith({
    'GET /messages/:id/history': () => ({
      versions: [
        { content: 'At six', writtenAt: '2026-03-01T12:01:00.000Z' },
        { content: 'At five', writtenAt: '2026-03-01T12:00:00.000Z' },
      ],
      hasMore: false,
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edited' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit history' }))
  const versions = await dialog.findAllByRole('listitem')
  expect(versions.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Now.*At six$/),
    expect.stringMatching(/^First.*At five$/),
  ])
})
