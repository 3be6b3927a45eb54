import 'fake-indexeddb/auto'
import { beforeEach, expect, it } from '@jest/globals'
import type { MessageView } from '@meadow/contracts/browser'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import { createFakeSocketChannel } from '@meadow/web/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import {
  chooseMessageAction,
  createMessagePage,
  findMessage,
  openConversationWithKofi,
} from '../testing/chat-page-queries.ts'
import { aMessage, kofi } from '../testing/fixtures.ts'

beforeEach(() => {
  fakeIntersectionObserver()
  globalThis.indexedDB = new IDBFactory()
})

const picture = {
  _id: 'p',
  url: '/p.webp',
  secure_url: '/p.webp',
  width: 4,
  height: 3,
  placeholder: '',
  sources: [],
  alt: 'A barn',
}
const aVideo = {
  status: 'processing' as const,
  url: null,
  durationMs: 75_000,
  width: 640,
  height: 360,
  poster: null,
}
const url = 'https://example.org/moss'

/** Opens the conversation with messages; `contents` are those that each list has, and may change. */
function openWithContents(messages: MessageView[], contents: Record<string, MessageView[]>) {
  const socketChannel = createFakeSocketChannel()
  const network = openConversationWithKofi(messages, socketChannel)
  network.respondWith({
    'GET /messages/:id': ({ query }) => createMessagePage(...(contents[query.get('has') ?? ''] ?? messages)),
    'POST /messages/:id/star': ({ body }) => ({ isStarred: (body as { state: boolean }).state }),
  })
  return { network, socketChannel }
}

async function openContents(tab: string) {
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Media, links and starred' }))
  const panel = within(await screen.findByRole('complementary', { name: 'Media, links and starred' }))
  await userEvent.click(await panel.findByRole('tab', { name: tab }))
  return panel
}

it('lists pictures, videos, recordings and links, each of which leads to its message', async () => {
  const photo = aMessage({ messageType: 'image', content: 'Look', pictures: [picture], media: picture })
  const link = aMessage({ content: `See ${url}`, facets: [{ start: 4, end: 28, url }] })
  const clip = aMessage({ messageType: 'video', content: '', video: aVideo })
  const contents = { picture: [photo], video: [clip], link: [link], voice: [] }
  const { network } = openWithContents([photo, link], contents)
  await findMessage('Look')
  const panel = await openContents('Pictures')
  await userEvent.click(await panel.findByRole('button', { name: 'Show in chat: A barn' }))
  await userEvent.click(panel.getByRole('tab', { name: 'Videos' }))
  expect(await panel.findByRole('button', { name: `Show in chat: Video from ${kofi.fullName}, 1:15` })).toBeVisible()
  await userEvent.click(panel.getByRole('tab', { name: 'Links' }))
  expect(await panel.findByRole('link', { name: new RegExp(url) })).toHaveAttribute('href', url)
  await userEvent.click(panel.getByRole('button', { name: 'Show in chat' }))
  await userEvent.click(panel.getByRole('tab', { name: 'Voice' }))
  expect(await panel.findByText('Voice messages that you send each other appear here.')).toBeVisible()
  expect(network.last('GET /messages/:id')?.query.get('has')).toBe('voice')
  await userEvent.click(panel.getByRole('button', { name: 'Close media, links and starred' }))
  expect(screen.queryByRole('complementary')).not.toBeInTheDocument()
})

it('stars a message at once, and lists it', async () => {
  const key = aMessage({ content: 'The key is under the pot' })
  const contents: Record<string, MessageView[]> = { star: [] }
  const { network } = openWithContents([key], contents)
  await findMessage('The key is under the pot')
  const panel = await openContents('Starred')
  expect(await panel.findByText(/^Star a message from its menu/)).toBeVisible()
  contents['star'] = [{ ...key, isStarred: true }]
  await chooseMessageAction('The key is under the pot', 'Star')
  expect((await findMessage('The key is under the pot')).getByRole('img', { name: 'Starred' })).toBeVisible()
  await waitFor(() => expect(network.last('POST /messages/:id/star')?.body).toEqual({ state: true }))
  expect(await panel.findByRole('button', { name: /The key is under the pot/ })).toBeVisible()
  expect(panel.getByRole('link', { name: 'Starred in all chats' })).toHaveAttribute(
    'href',
    '/search?tab=messages&q=has:star',
  )
  contents['star'] = []
  await chooseMessageAction('The key is under the pot', 'Remove star')
  expect(panel.queryByRole('button', { name: /The key is under the pot/ })).not.toBeInTheDocument()
  expect(
    (await findMessage('The key is under the pot')).queryByRole('img', { name: 'Starred' }),
  ).not.toBeInTheDocument()
})

it('takes back a star that the service refuses', async () => {
  const { network } = openWithContents([aMessage({ content: 'The key' })], {})
  network.respondWith({
    'POST /messages/:id/star': () => ({
      refuse: { status: 404, code: 'message_not_found', error: 'Message not found' },
    }),
  })
  await chooseMessageAction('The key', 'Star')
  expect(await screen.findByText("Couldn't change the star. Message not found")).toBeVisible()
  expect((await findMessage('The key')).queryByRole('img', { name: 'Starred' })).not.toBeInTheDocument()
})

it('follows stars of other devices, and drops a message that is deleted', async () => {
  const key = aMessage({ content: 'The key' })
  const contents: Record<string, MessageView[]> = { star: [] }
  const { socketChannel } = openWithContents([key], contents)
  await findMessage('The key')
  const panel = await openContents('Starred')
  await panel.findByText(/^Star a message from its menu/)
  contents['star'] = [{ ...key, isStarred: true }]
  await socketChannel.receive('messageStarred', { messageId: key._id, userId: kofi._id, isStarred: true })
  expect(await panel.findByRole('button', { name: /The key/ })).toBeVisible()
  expect((await findMessage('The key')).getByRole('img', { name: 'Starred' })).toBeVisible()
  contents['star'] = []
  await socketChannel.receive('messageDeleted', { messageId: key._id, userId: kofi._id, rev: 2 })
  expect(panel.queryByRole('button', { name: /The key/ })).not.toBeInTheDocument()
  expect(
    (await findMessage('This message was deleted')).queryByRole('img', { name: 'Starred' }),
  ).not.toBeInTheDocument()
})
