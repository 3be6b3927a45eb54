import 'fake-indexeddb/auto'
import { beforeEach, expect, it } from '@jest/globals'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import { createMessagePage, findMessage, openConversationWithKofi } from '../testing/chat-page-queries.ts'
import { aMessage, ann, kofi } from '../testing/fixtures.ts'

beforeEach(() => {
  fakeIntersectionObserver()
  globalThis.indexedDB = new IDBFactory()
})

const openFilters = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Search messages' }))
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  return within(screen.getByRole('group', { name: 'Filters' }))
}
const chooseDay = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('searches by sender, content and days without a text, and clears the filters when they are closed', async () => {
  const found = aMessage({ content: 'https://example.org/moss' })
  const network = openConversationWithKofi([aMessage({ content: 'Hello' })])
  const gone = aMessage({ content: 'https://example.org/gone', expiresAt: '2026-05-01T13:00:00.000Z' })
  network.respondWith({ 'GET /messages/:id': () => createMessagePage(gone, found) })
  const filters = await openFilters()
  await userEvent.selectOptions(filters.getByLabelText('Contains'), 'Links')
  expect(await screen.findByRole('list', { name: 'Search results' })).toHaveTextContent('https://example.org/moss')
  expect(screen.queryByText(/example\.org\/gone/)).not.toBeInTheDocument()
  await userEvent.selectOptions(filters.getByLabelText('Sent by'), 'You')
  chooseDay('From', '2026-03-01')
  chooseDay('Until', '2026-03-02')
  const query = () => Object.fromEntries(network.last('GET /messages/:id')?.query ?? [])
  await waitFor(() =>
    expect(query()).toMatchObject({
      has: 'link',
      from: ann._id,
      start: String(new Date(2026, 2, 1).getTime()),
      end: String(new Date(2026, 2, 3).getTime() - 1),
    }),
  )
  await userEvent.selectOptions(filters.getByLabelText('Sent by'), kofi.fullName)
  await waitFor(() => expect(query()['from']).toBe(kofi._id))
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  expect(screen.queryByRole('list', { name: 'Search results' })).not.toBeInTheDocument()
})

it('offers to search older messages when nothing is found in the newest ones', async () => {
  const old = aMessage({ content: 'ok then' })
  const network = openConversationWithKofi([aMessage({ content: 'Hello' })])
  network.respondWith({
    'GET /messages/:id': ({ query }) =>
      query.get('before') === old._id
        ? { ...createMessagePage(old), nextBefore: null }
        : { ...createMessagePage(), hasMore: true, nextBefore: old._id },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Search messages' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Search in this chat' }), 'ok')
  expect(await screen.findByText('Nothing found in the newest messages.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Search older messages' }))
  const results = within(await screen.findByRole('list', { name: 'Search results' }))
  expect(await results.findByText('ok then')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Search older messages' })).not.toBeInTheDocument()
})

it('goes to the first message of a day, or the next one after it, and back to the newest', async () => {
  const old = aMessage({ content: 'In March', createdAt: '2026-03-05T12:00:00.000Z' })
  const newest = aMessage({ content: 'In May' })
  const network = openConversationWithKofi([newest])
  const arounds: (string | null)[] = []
  network.respondWith({
    'GET /messages/:id': ({ query }) => {
      arounds.push(query.get('around'))
      return query.has('around')
        ? { ...createMessagePage(old), hasNewer: true }
        : { ...createMessagePage(newest), hasMore: true }
    },
  })
  await findMessage('In May')
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Go to date' }))
  await screen.findByRole('dialog', { name: 'Go to date' })
  chooseDay('Day', '')
  expect(screen.getByRole('button', { name: 'Go' })).toBeDisabled()
  chooseDay('Day', '2026-03-01')
  await userEvent.click(screen.getByRole('button', { name: 'Go' }))
  expect(await findMessage('In March')).toBeDefined()
  expect(arounds).toContain(String(new Date(2026, 2, 1).getTime()))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Jump to latest message' }))
  expect(await findMessage('In May')).toBeDefined()
})

it('opens the choice of a day from its heading, and says when the messages cannot be loaded', async () => {
  const network = openConversationWithKofi([aMessage({ content: 'In May' })])
  await findMessage('In May')
  await userEvent.click(screen.getByRole('button', { name: /^Friday, May 1/ }))
  await screen.findByRole('dialog', { name: 'Go to date' })
  expect(screen.getByLabelText('Day')).toHaveValue('2026-05-01')
  const loaded = network.count('GET /messages/:id')
  await userEvent.click(screen.getByRole('button', { name: 'Go' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(network.count('GET /messages/:id')).toBe(loaded) // the day is there
})
