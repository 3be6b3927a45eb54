import { beforeEach, expect, it } from '@jest/globals'
import type { MemberView } from '@meadow/contracts/browser'
import { aPictureFile, fakeIntersectionObserver, somebody } from '@meadow/features/testing'
import { aProfile } from '@meadow/web/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { chooseMessageAction, createMessagePage, findMessage, findMessageField } from '../testing/chat-page-queries.ts'
import { aConversation, aMessage, ann, kofi } from '../testing/fixtures.ts'
import { renderChat } from '../testing/render-chat.tsx'

const mia: MemberView = somebody({ username: 'mia', fullName: 'Mia Park', isFollowing: true })

beforeEach(() => {
  fakeIntersectionObserver()
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
})

/** Opens the conversation with Kofi beside one with Mia. */
function openConversations(...messages: ReturnType<typeof aMessage>[]) {
  return renderChat('/chat/kofi', {
    'GET /auth/profile/:idOrUsername': ({ path }) => ({
      user: aProfile(path.endsWith('/kofi') ? { ...kofi } : { ...mia }),
      isFollowing: true,
    }),
    'GET /messages/conversations': () => ({
      conversations: [
        aConversation(),
        aConversation({ _id: mia._id, user: { ...mia, isOnline: false, lastActive: null } }),
      ],
      pagination: { hasMore: false },
      nextCursor: null,
    }),
    'GET /messages/:id': ({ path }) => createMessagePage(...(path.includes(kofi._id) ? messages : [])),
  })
}

const openRow = async (name: string) =>
  userEvent.click(
    within(await screen.findByRole('list', { name: 'Conversations' })).getByRole('link', {
      name: new RegExp(`^${name}`),
    }),
  )

async function visitMia() {
  await openRow(mia.fullName)
  expect(await screen.findByRole('textbox', { name: `Message ${mia.fullName}` })).toHaveValue('')
  expect(screen.queryByText('Edit message')).not.toBeInTheDocument()
  await openRow(kofi.fullName)
}

it('an edit is still there after another conversation, until it is cancelled', async () => {
  openConversations(aMessage({ content: 'The swallows are here', sender: ann }))
  await chooseMessageAction('The swallows are here', 'Edit')
  const field = await findMessageField()
  await userEvent.clear(field)
  await userEvent.type(field, 'The swallows are back')
  await visitMia()
  expect(await screen.findByText('Edit message')).toBeVisible()
  expect(await findMessageField()).toHaveValue('The swallows are back')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel edit' }))
  await visitMia()
  expect(await findMessageField()).toHaveValue('')
})

it('a quote is still there after another conversation', async () => {
  openConversations(aMessage({ content: 'Who brings bread?' }))
  await chooseMessageAction('Who brings bread?', 'Reply')
  await userEvent.type(await findMessageField(), 'I do')
  await visitMia()
  expect(await screen.findByText('Reply to Kofi Mensah')).toBeVisible()
  expect(await findMessageField()).toHaveValue('I do')
})

it('pictures are still there after another conversation, and gone after they were sent', async () => {
  const network = openConversations()
  network.respondWith({ 'POST /messages/image': () => new Promise(() => {}) })
  await findMessageField()
  await userEvent.upload(screen.getByLabelText('Add pictures', { selector: 'input' }), [aPictureFile('barn.png')])
  await screen.findByRole('list', { name: 'Pictures to send' })
  await openRow(mia.fullName)
  await screen.findByRole('textbox', { name: `Message ${mia.fullName}` })
  expect(screen.queryByRole('list', { name: 'Pictures to send' })).not.toBeInTheDocument()
  await openRow(kofi.fullName)
  const tray = within(await screen.findByRole('list', { name: 'Pictures to send' }))
  expect(tray.getAllByRole('listitem')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(network.count('POST /messages/image')).toBe(1))
  expect(screen.queryByRole('list', { name: 'Pictures to send' })).not.toBeInTheDocument()
})

it('a reply in a thread is still there after the panel was closed, and only there', async () => {
  const root = aMessage({ content: 'Who brings what?', threadCount: 1 })
  const network = openConversations(root)
  network.respondWith({
    'GET /messages/thread/:id': () => ({ messages: [], hasMore: false, rev: 1, root }),
    'POST /messages': ({ body }) => ({ message: { ...aMessage({ sender: ann }), ...(body as object) } }),
  })
  const openThread = async () => {
    await userEvent.click((await findMessage('Who brings what?')).getByRole('button', { name: '1 reply' }))
    return screen.findByRole('textbox', { name: 'Reply in thread' })
  }
  await userEvent.type(await openThread(), 'And I tea')
  await userEvent.click(screen.getByRole('button', { name: 'Close thread' }))
  expect(await findMessageField()).toHaveValue('')
  const field = await openThread()
  expect(field).toHaveValue('And I tea')
  await userEvent.type(field, '{Enter}')
  await waitFor(() => expect(network.count('POST /messages')).toBe(1))
  await userEvent.click(screen.getByRole('button', { name: 'Close thread' }))
  expect(await openThread()).toHaveValue('')
})
