import { beforeEach, describe, expect, it } from '@jest/globals'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import { COMPOSING_BROWSERS, endComposition } from '@meadow/ui/testing'
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

describe.each(COMPOSING_BROWSERS)('a word that is composed in %s', (browser) => {
  it('is confirmed by Enter, which sends nothing', async () => {
    const network = openConversationWithKofi([aMessage({ content: 'Tea?' })])
    await findMessage('Tea?')
    await userEvent.type(await findMessageField(), '日本')
    endComposition(browser, await findMessageField(), 'Enter')
    expect(await findMessageField()).toHaveValue('日本')
    expect(network.count('POST /messages')).toBe(0)
  })

  it('is cancelled by Escape, which ends neither an edit nor its text', async () => {
    openConversationWithKofi([aMessage({ content: 'Six', sender: ann })])
    await chooseMessageAction('Six', 'Edit')
    await userEvent.type(await findMessageField(), ' sharp')
    endComposition(browser, await findMessageField(), 'Escape')
    expect(screen.getByText('Edit message')).toBeVisible()
    expect(await findMessageField()).toHaveValue('Six sharp')
  })

  it('is chosen with the Up key, which edits no message', async () => {
    openConversationWithKofi([aMessage({ content: 'Six', sender: ann })])
    await findMessage('Six')
    endComposition(browser, await findMessageField(), 'ArrowUp')
    expect(screen.queryByText('Edit message')).not.toBeInTheDocument()
  })
})

describe('a refused edit', () => {
  const own = aMessage({ content: 'Bread at six', sender: ann })
  const refusal = { refuse: { status: 403, code: 'not_mutual', error: 'You can message people who follow you back' } }

  /** Edits the message, which the server refuses. Returns its row, whose text is the old one again. */
  const editInVain = async (text: string) => {
    const network = openConversationWithKofi([own])
    network.respondWith({ 'PUT /messages/:id': () => refusal })
    await chooseMessageAction('Bread at six', 'Edit')
    await userEvent.clear(await findMessageField())
    await userEvent.type(await findMessageField(), `${text}{Enter}`)
    const alert = await screen.findByText(/^Couldn't save your change\. You can message people/)
    expect(await findMessage('Bread at six')).toBeDefined()
    return { network, edit: within(alert.closest('[role=alert]') as HTMLElement) }
  }

  it('keeps its text, and is edited again', async () => {
    const { network, edit } = await editInVain('Bread at seven')
    expect(edit.getByText('“Bread at seven”')).toBeVisible()
    await userEvent.click(edit.getByRole('button', { name: 'Edit' }))
    expect(await findMessageField()).toHaveValue('Bread at seven')
    network.respondWith({
      'PUT /messages/:id': ({ body }) => ({
        message: { ...own, seq: 1, rev: 3, edited: true, ...(body as { content: string }) },
      }),
    })
    await userEvent.type(await findMessageField(), ', sorry{Enter}')
    expect(await findMessage('Bread at seven, sorry')).toBeDefined()
    await waitFor(() => expect(network.count('PUT /messages/:id')).toBe(2))
    expect(screen.queryByText(/^Couldn't save your change/)).not.toBeInTheDocument()
    expect(network.last('PUT /messages/:id')?.body).toEqual({ content: 'Bread at seven, sorry' })
  })

  it('is sent again', async () => {
    const { network, edit } = await editInVain('Bread at seven')
    network.respondWith({
      'PUT /messages/:id': () => ({ message: { ...own, seq: 1, rev: 3, edited: true, content: 'Bread at seven' } }),
    })
    await userEvent.click(edit.getByRole('button', { name: 'Retry' }))
    expect(await findMessage('Bread at seven')).toBeDefined()
    await waitFor(() => expect(network.count('PUT /messages/:id')).toBe(2))
    expect(screen.queryByText(/^Couldn't save your change/)).not.toBeInTheDocument()
  })

  it('goes when it is deleted, or when the member returns to the old text', async () => {
    const { network, edit } = await editInVain('Bread at seven')
    await userEvent.click(edit.getByRole('button', { name: 'Edit' }))
    await userEvent.clear(await findMessageField())
    await userEvent.type(await findMessageField(), 'Bread at six{Enter}')
    await waitFor(() => expect(screen.queryByText('“Bread at seven”')).not.toBeInTheDocument())
    expect(network.count('PUT /messages/:id')).toBe(1)

    await chooseMessageAction('Bread at six', 'Edit')
    await userEvent.type(await findMessageField(), ' sharp{Enter}')
    await screen.findByText('“Bread at six sharp”')
    await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('“Bread at six sharp”')).not.toBeInTheDocument())
  })
})

it('asks before it deletes a message, and restores it after a failure', async () => {
  const network = openConversationWithKofi([aMessage({ content: 'Oops', sender: ann })])
  network.respondWith({ 'DELETE /messages/:id': () => ({ refuse: { status: 500 } }) })
  await chooseMessageAction('Oops', 'Delete')
  expect(network.count('DELETE /messages/:id')).toBe(0)
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete for everyone' }))
  expect(await screen.findByText(/^Couldn't delete the message/)).toBeVisible()
  expect(await findMessage('Oops')).toBeDefined()
})

it('offers no Edit for received messages', async () => {
  openConversationWithKofi([aMessage({ content: 'Mine' })])
  await userEvent.click((await findMessage('Mine')).getByRole('button', { name: 'Actions' }))
  const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(items).toEqual([
    'Reply',
    'Copy',
    'React',
    'Forward',
    'Star',
    'Open thread',
    'Select',
    'Report message',
    'Delete',
  ])
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

it('removes the card of the link of an own message, and shows it again', async () => {
  const linkPreview = { url: 'https://example.org/moss', title: 'Moss in winter', description: '', site: '' }
  const facets = [{ start: 4, end: 28, url: linkPreview.url }]
  const own = aMessage({ content: 'See https://example.org/moss', sender: ann, facets, linkPreview })
  const network = openConversationWithKofi([own])
  network.respondWith({
    'PUT /messages/:id/link-preview': ({ body }) => ({
      message: (body as { isShown: boolean }).isShown
        ? { ...own, rev: own.rev + 2 }
        : { ...own, linkPreview: undefined, isLinkPreviewRemoved: true, rev: own.rev + 1 },
    }),
  })
  expect(await (await findMessage('See')).findByRole('link', { name: /Moss in winter/ })).toBeVisible()
  await chooseMessageAction('See', 'Remove link preview')
  expect((await findMessage('See')).queryByRole('link', { name: /Moss in winter/ })).not.toBeInTheDocument()
  await waitFor(() => expect(network.count('PUT /messages/:id/link-preview')).toBe(1))
  await chooseMessageAction('See', 'Show link preview')
  expect(await (await findMessage('See')).findByRole('link', { name: /Moss in winter/ })).toBeVisible()
  await waitFor(() => expect(network.last('PUT /messages/:id/link-preview')).toMatchObject({ body: { isShown: true } }))
})

it('selects several messages, and deletes those of the other member only for the member alone', async () => {
  openConversationWithKofi([aMessage({ content: 'One', sender: ann }), aMessage({ content: 'Two' })])
  await chooseMessageAction('One', 'Select')
  expect(screen.getByText('1 selected')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Delete' })).toBeEnabled()
  await userEvent.click((await findMessage('Two')).getByRole('checkbox'))
  expect(screen.getByText('2 selected')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Delete 2 messages?' }))
  expect(dialog.getByRole('button', { name: 'Delete for me' })).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Delete for everyone' })).not.toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText('2 selected')).not.toBeInTheDocument()
})

it('selects a message by a click anywhere in its row, where nothing else acts then', async () => {
  const reactions = [{ user: ann._id, emoji: '❤️', createdAt: new Date().toISOString() }]
  const network = openConversationWithKofi([aMessage({ content: 'One' }), aMessage({ content: 'Two', reactions })])
  await chooseMessageAction('One', 'Select')
  const second = await findMessage('Two')
  await userEvent.click(second.getByText('Two'))
  expect(screen.getByText('2 selected')).toBeVisible()
  await userEvent.click(second.getByRole('button', { name: /❤️/ }))
  expect(screen.getByText('1 selected')).toBeVisible()
  expect(network.count('DELETE /messages/:id/reactions')).toBe(0)
})

it('moves through reactions by arrow keys', async () => {
  openConversationWithKofi([aMessage({ content: 'The barn is dry' })])
  await userEvent.click((await findMessage('The barn is dry')).getByRole('button', { name: 'React' }))
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
  expect(screen.getByRole('button', { name: 'red heart' })).toHaveFocus()
})
