import { beforeEach, expect, it } from '@jest/globals'
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

it('replies to a message, and cancels the reply on Escape', async () => {
  openConversationWithKofi([aMessage({ content: 'Tea?' })])
  await chooseMessageAction('Tea?', 'Reply')
  expect(screen.getByText('Reply to Kofi Mensah')).toBeVisible()
  await userEvent.click(await findMessageField())
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText('Reply to Kofi Mensah')).not.toBeInTheDocument()
})

it('edits the last own message after the Up key in an empty field', async () => {
  const own = aMessage({ content: 'Six', sender: ann })
  const network = openConversationWithKofi([own, aMessage({ content: 'Fine' })])
  network.respondWith({
    'PUT /messages/:id': ({ body }) => ({
      message: { ...own, seq: 1, rev: 3, edited: true, ...(body as { content: string }) },
    }),
  })
  await findMessage('Six')
  await userEvent.click(await findMessageField())
  await userEvent.keyboard('{ArrowUp}')
  expect(screen.getByText('Edit message')).toBeVisible()
  expect(await findMessageField()).toHaveValue('Six')
  await userEvent.type(await findMessageField(), ' sharp{Enter}')
  expect(await findMessage('Six sharp')).toBeDefined()
  await waitFor(() => expect(network.count('PUT /messages/:id')).toBe(1))
})

it('asks before it deletes a message, and restores it after a failure', async () => {
  const network = openConversationWithKofi([aMessage({ content: 'Oops', sender: ann })])
  network.respondWith({ 'DELETE /messages/:id': () => ({ refuse: { status: 500 } }) })
  await chooseMessageAction('Oops', 'Delete')
  expect(network.count('DELETE /messages/:id')).toBe(0)
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(/^Couldn't delete the message/)).toBeVisible()
  expect(await findMessage('Oops')).toBeDefined()
})

it('offers neither Edit nor Delete for received messages', async () => {
  openConversationWithKofi([aMessage({ content: 'Mine' })])
  await userEvent.click((await findMessage('Mine')).getByRole('button', { name: 'Actions' }))
  const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(items).toEqual(['Reply', 'Copy', 'React', 'Open thread', 'Select'])
})

it('shows a deleted message without content and actions', async () => {
  openConversationWithKofi([aMessage({ content: '', deletedAt: '2026-05-01T12:00:00.000Z' })])
  const deleted = await findMessage('This message was deleted')
  expect(deleted.queryByRole('button')).not.toBeInTheDocument()
})

it('says in a quote that the quoted message was deleted', async () => {
  const quoted = aMessage({ content: 'Tea?' })
  const { _id, content, messageType, sender } = quoted
  const replyTo = { _id, content, messageType, pictureCount: 0, sender, deletedAt: null }
  const socketChannel = createFakeSocketChannel()
  openConversationWithKofi([quoted, aMessage({ content: 'Yes, please', sender: ann, replyTo })], socketChannel)
  const quote = { name: /Kofi Mensah/ }
  expect((await findMessage('Yes, please')).getByRole('button', quote)).toHaveTextContent('Tea?')
  await socketChannel.receive('messageDeleted', { messageId: _id, userId: kofi._id, rev: 3 })
  expect((await findMessage('Yes, please')).getByRole('button', quote)).toHaveTextContent('Message deleted')
})

it('adds a reaction, and removes it again', async () => {
  const network = openConversationWithKofi([aMessage({ content: 'Bread is ready' })])
  network.respondWith({
    'POST /messages/:id/reactions': () => ({
      reactions: [{ user: ann._id, emoji: '❤️', createdAt: '2026-05-01T12:00:00.000Z' }],
      rev: 2,
    }),
    'DELETE /messages/:id/reactions': () => ({ reactions: [], rev: 3 }),
  })
  await userEvent.click((await findMessage('Bread is ready')).getByRole('button', { name: 'React' }))
  await userEvent.click(screen.getByRole('button', { name: 'red heart' }))
  const own = await (await findMessage('Bread is ready')).findByRole('button', { name: /❤️, 1, including yours/ })
  await waitFor(() => expect(network.count('POST /messages/:id/reactions')).toBe(1))
  await userEvent.click(own)
  await waitFor(() => expect(network.count('DELETE /messages/:id/reactions')).toBe(1))
  expect((await findMessage('Bread is ready')).queryByRole('button', { name: /❤️/ })).not.toBeInTheDocument()
})

it('selects several messages, and allows to delete only own ones', async () => {
  openConversationWithKofi([aMessage({ content: 'One', sender: ann }), aMessage({ content: 'Two' })])
  await chooseMessageAction('One', 'Select')
  expect(screen.getByText('1 selected')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Delete' })).toBeEnabled()
  await userEvent.click((await findMessage('Two')).getByRole('checkbox'))
  expect(screen.getByText('2 selected')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText('2 selected')).not.toBeInTheDocument()
})

it('moves through reactions by arrow keys', async () => {
  openConversationWithKofi([aMessage({ content: 'The barn is dry' })])
  await userEvent.click((await findMessage('The barn is dry')).getByRole('button', { name: 'React' }))
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
  expect(screen.getByRole('button', { name: 'red heart' })).toHaveFocus()
})
