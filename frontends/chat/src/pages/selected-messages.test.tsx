import { beforeEach, expect, it } from '@jest/globals'
import { fakeIntersectionObserver, somebody } from '@meadow/features/testing'
import { createFakeSocketChannel } from '@meadow/web/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { chooseMessageAction, findMessage, openConversationWithKofi } from '../testing/chat-page-queries.ts'
import { aMessage, ann, kofi } from '../testing/fixtures.ts'

beforeEach(() => fakeIntersectionObserver())

const mia = { ...somebody({ username: 'mia', fullName: 'Mia Park' }), isOnline: false, lastActive: null }

/** Opens a conversation with these messages, and selects all of them, the last one first. */
async function selectAll(...messages: ReturnType<typeof aMessage>[]) {
  const socketChannel = createFakeSocketChannel()
  const network = openConversationWithKofi(messages, socketChannel)
  network.respondWith({
    'GET /messages/mutual-followers': () => ({ mutualFollowers: [mia], hasMore: false, nextCursor: null }),
    'POST /messages/forward': ({ body }) => ({ message: { ...aMessage({ sender: ann }), ...(body as object) } }),
    'POST /messages/:id/star': ({ body }) => ({ isStarred: (body as { state: boolean }).state }),
  })
  const [last, ...others] = messages.toReversed()
  await chooseMessageAction(last?.content ?? '', 'Select')
  for (const { content } of others) await userEvent.click((await findMessage(content)).getByRole('checkbox'))
  return { network, socketChannel, toolbar: within(screen.getByRole('toolbar', { name: 'Select messages' })) }
}

it('selected messages are forwarded in their order, whatever was selected first', async () => {
  const [one, two] = [aMessage({ content: 'The ferry leaves at six' }), aMessage({ content: 'From the second pier' })]
  const { network, toolbar } = await selectAll(one, two)
  await userEvent.click(toolbar.getByRole('button', { name: 'Forward' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Forward 2 messages' }))
  expect(await dialog.findByText('The ferry leaves at six and 1 more')).toBeVisible()
  await userEvent.click(await dialog.findByRole('checkbox', { name: /Mia Park/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Forward to 1 person' }))
  await waitFor(() => expect(network.count('POST /messages/forward')).toBe(2))
  const forwards = network.calls.filter(({ key }) => key === 'POST /messages/forward')
  expect(forwards.map(({ body }) => body)).toMatchObject([{ messageId: one._id }, { messageId: two._id }])
  expect(screen.queryByRole('toolbar', { name: 'Select messages' })).not.toBeInTheDocument()
})

it('one that is deleted while the dialog is open keeps all of them from being forwarded', async () => {
  const [one, two] = [aMessage({ content: 'The ferry leaves at six' }), aMessage({ content: 'From the second pier' })]
  const { network, socketChannel, toolbar } = await selectAll(one, two)
  await userEvent.click(toolbar.getByRole('button', { name: 'Forward' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Forward 2 messages' }))
  await userEvent.click(await dialog.findByRole('checkbox', { name: /Mia Park/ }))
  await socketChannel.receive('messageDeleted', { messageId: one._id, userId: kofi._id, rev: 3 })
  await waitFor(() => expect(screen.getByText('1 selected')).toBeInTheDocument())
  await userEvent.click(dialog.getByRole('button', { name: 'Forward to 1 person' }))
  expect(await screen.findByText('One of these messages can no longer be forwarded.')).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(network.count('POST /messages/forward')).toBe(0)
})

it('one that disappears keeps all of them from being forwarded, and it is said why', async () => {
  const stays = aMessage({ content: 'Stays' })
  const goes = aMessage({ content: 'Goes', expiresAt: new Date(Date.now() + 86_400_000).toISOString() })
  const { toolbar } = await selectAll(stays, goes)
  await userEvent.click(toolbar.getByRole('button', { name: 'Forward' }))
  expect(await screen.findByText(/A message that disappears.* cannot be forwarded/)).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByText('2 selected')).toBeVisible()
})

it('selected messages are starred, and lose their stars only if all have one', async () => {
  const [one, two] = [aMessage({ content: 'One', isStarred: true }), aMessage({ content: 'Two' })]
  const { network, toolbar } = await selectAll(one, two)
  await userEvent.click(toolbar.getByRole('button', { name: 'Star' }))
  expect(await screen.findByText('Starred 1 message')).toBeVisible()
  await waitFor(() => expect(network.count('POST /messages/:id/star')).toBe(1))
  expect(network.last('POST /messages/:id/star')).toMatchObject({
    path: expect.stringContaining(two._id),
    body: { state: true },
  })
})
