import 'fake-indexeddb/auto'
import { beforeEach, expect, it, jest } from '@jest/globals'
import { PAGE_SIZE } from '@meadow/contracts/limits'
import { fakeIntersectionObserver } from '@meadow/features/testing'
import { hasPageNoticeSlot } from '@meadow/web'
import { aMember, aProfile, createFakeSocketChannel } from '@meadow/web/testing'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { IDBFactory } from 'fake-indexeddb'
import {
  chooseMessageAction,
  createMessagePage,
  findMessage,
  findMessageField,
  openConversationWithKofi,
} from '../testing/chat-page-queries.ts'
import { aConversation, aMessage, ann, kofi } from '../testing/fixtures.ts'
import { renderChat } from '../testing/render-chat.tsx'

const IDLE_TIMEOUT_MS = 5_000 // the page must have been idle for a second

beforeEach(() => {
  fakeIntersectionObserver()
  globalThis.indexedDB = new IDBFactory()
})

it('shows that there is no member with this username', async () => {
  renderChat('/chat/nobody')
  expect(await screen.findByRole('heading', { level: 1, name: 'User not found' })).toBeVisible()
  expect(screen.getByText("The user you're looking for doesn't exist.")).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to Messages' })).toHaveAttribute('href', '/inbox')
})

it('opens old messages although the profile is hidden, and does not tell who blocked', async () => {
  const closed = aConversation({ canSend: false, isBlocked: false })
  const network = renderChat('/chat/kofi', {
    'GET /auth/profile/:idOrUsername': () => ({
      refuse: { status: 404, code: 'member_not_found', error: 'Profile not found' },
    }),
    'GET /messages/conversations': () => ({
      conversations: [closed],
      pagination: { hasMore: false },
      nextCursor: null,
    }),
    'GET /messages/conversations/:userId': () => ({ conversation: closed }),
    'GET /messages/:id': () => createMessagePage(aMessage({ content: 'Hello Ann' })),
  })
  expect(await findMessage('Hello Ann')).toBeDefined()
  expect(network.last('GET /messages/conversations')?.query.get('q')).toBe('@kofi')
  expect(await screen.findByText("You can't message this person now.")).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Follow Kofi Mensah' })).not.toBeInTheDocument()
  expect(screen.queryByRole('textbox', { name: /^Message/ })).not.toBeInTheDocument()
})

it('jumps to the message that the address names, which a search found', async () => {
  const [old, latest] = [aMessage({ content: 'An old promise' }), aMessage({ content: 'Hello Ann' })]
  const network = renderChat(`/chat/kofi?message=${old._id}`, {
    'GET /messages/:id': ({ query }) =>
      query.get('around') === old._id
        ? { ...createMessagePage(old), hasNewer: true }
        : { ...createMessagePage(latest), hasMore: true },
  })
  expect(await screen.findByText('An old promise')).toBeVisible() // in another list than the newest messages
  expect(network.last('GET /messages/:id')?.query.get('around')).toBe(old._id)
})

it('shows the newest messages if the message of the address is gone', async () => {
  const network = renderChat('/chat/kofi?message=x', {
    'GET /messages/:id': ({ query }) =>
      query.has('around')
        ? { refuse: { status: 400, code: 'invalid_request', error: 'Not an id' } }
        : createMessagePage(aMessage({ content: 'Hello Ann' })),
  })
  await waitFor(() => expect(network.last('GET /messages/:id')?.query.get('around')).toBe('x'))
  expect(await screen.findByText('Hello Ann')).toBeVisible()
})

it('replaces the field by a notice once the service refuses a message', async () => {
  const network = openConversationWithKofi([aMessage({ content: 'Hello Ann' })])
  const field = await findMessageField()
  network.respondWith({
    'POST /messages': () => ({ refuse: { status: 403, code: 'not_mutual', error: 'Not now' } }),
    'GET /messages/conversations/:userId': () => ({ conversation: aConversation({ rev: 1, canSend: false }) }),
  })
  await userEvent.type(field, 'Are you there?{Enter}')
  expect(await screen.findByText("You can't message this person now.")).toBeVisible()
  expect(await (await findMessage('Are you there?')).findByText('Not sent. Not now')).toBeVisible()
  expect(field).not.toBeInTheDocument()
})

it('offers to unblock, and shows the field again after it', async () => {
  const network = renderChat('/chat/kofi', {
    'GET /messages/conversations/:userId': () => ({ conversation: aConversation({ canSend: false, isBlocked: true }) }),
    'POST /users/:id/block': () => ({ user: kofi, isBlocked: false }),
  })
  expect(await screen.findByText('You blocked @kofi.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(screen.queryByRole('menuitem', { name: 'Block @kofi' })).not.toBeInTheDocument()
  expect(screen.getByRole('menuitem', { name: 'Unblock @kofi' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Unblock @kofi' }))
  expect(await findMessageField()).toBeVisible()
  await waitFor(() => expect(network.last('POST /users/:id/block')?.body).toEqual({ state: false }))
})

it('offers no composer for messages to oneself', async () => {
  const network = renderChat('/chat/ann', {
    'GET /auth/profile/:idOrUsername': () => ({ user: aProfile({ _id: aMember()._id }), isFollowing: false }),
  })
  expect(await screen.findByRole('heading', { level: 1, name: "You can't message yourself" })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to Messages' })).toHaveAttribute('href', '/inbox')
  expect(screen.queryByRole('textbox', { name: /^Message/ })).not.toBeInTheDocument()
  expect(network.count('GET /messages/conversations/:userId')).toBe(0)
})

it('shows the member, their presence and the messages', async () => {
  openConversationWithKofi([
    aMessage({ content: 'Hello Ann' }),
    aMessage({ content: 'Hello Kofi', sender: ann, status: 'read' }),
  ])
  expect(await screen.findByRole('heading', { level: 1, name: 'Kofi Mensah' })).toBeVisible()
  expect(await screen.findByText('Active now', { selector: 'header *' })).toBeVisible()
  expect((await findMessage('Hello Kofi')).getByText(/Read/)).toBeVisible()
  expect((await findMessage('Hello Ann')).queryByText(/Sent/)).not.toBeInTheDocument()
})

it('asks for the messages first, then for what has changed, and opens the outbox', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof createMessagePage>>()
  const network = renderChat('/chat/kofi', { 'GET /messages/:id': () => promise })
  await waitFor(() => expect(network.count('GET /messages/:id')).toBe(1))
  await screen.findByText('Active now', { selector: 'header *' })
  expect(network.count('GET /messages/sync')).toBe(0)
  expect(await indexedDB.databases()).toEqual([])
  resolve(createMessagePage(aMessage({ content: 'Hello Ann' })))
  await findMessage('Hello Ann')
  await waitFor(async () => expect(await indexedDB.databases()).not.toEqual([]))
  await waitFor(() => expect(network.count('GET /messages/sync')).toBe(1), { timeout: IDLE_TIMEOUT_MS })
})

it('paints the visible messages before it renders others', async () => {
  const frames: FrameRequestCallback[] = []
  const spy = jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  openConversationWithKofi(Array.from({ length: 40 }, (_, index) => aMessage({ content: `Message ${index}` })))
  await findMessage('Message 0')
  const countMessages = () => screen.getAllByRole('article').length
  const visibleCount = countMessages()
  await waitFor(() => {
    act(() => {
      for (const frame of frames.splice(0)) frame(0)
    })
    expect(countMessages()).toBeGreaterThan(visibleCount)
  })
  spy.mockRestore()
})

it('shows messages of a type and a status that only newer services know', async () => {
  const newer = { messageType: 'video', status: 'seen_twice', addedField: 1 } as object
  openConversationWithKofi([
    aMessage({ ...newer, content: '' }),
    aMessage({ ...newer, content: 'With a text', sender: ann }),
  ])
  expect(await findMessage('Reload the page to see this message')).toBeDefined()
  expect((await findMessage('With a text')).getByText(/Sent/)).toBeVisible()
})

it('shows a message of few emoji large, unless it answers another', async () => {
  const quoted = aMessage({ content: 'Are you coming?' })
  const replyTo = {
    _id: quoted._id,
    content: quoted.content,
    messageType: quoted.messageType,
    sender: quoted.sender,
    pictureCount: 0,
    deletedAt: null,
  }
  openConversationWithKofi([quoted, aMessage({ content: '🎉 🎉' }), aMessage({ content: '👍', replyTo })])
  await findMessage('🎉 🎉')
  expect(screen.getByText('🎉 🎉').parentElement).toHaveClass('onlyEmoji')
  expect(screen.getByText('👍').parentElement).not.toHaveClass('onlyEmoji')
})

it('shows no presence of a member who hides it from the viewer', async () => {
  const stranger = { ...kofi, isOnline: false, lastActive: null }
  const network = renderChat('/chat/kofi', {
    'GET /messages/conversations/:userId': () => ({ conversation: aConversation({ user: stranger, canSend: false }) }),
  })
  expect(await screen.findByText(/^You can't message this person/)).toBeVisible()
  expect(network.count('GET /messages/conversations/:userId')).toBe(1)
  const banner = within(screen.getByRole('heading', { level: 1, name: 'Kofi Mensah' }).closest('header') as HTMLElement)
  expect(banner.queryByText(/Active|Last seen/)).not.toBeInTheDocument()
})

it('mutes the other member for the chosen time, and offers Undo', async () => {
  const network = openConversationWithKofi([])
  network.respondWith({ 'POST /users/:id/mute': () => ({ user: kofi, isMuted: true }) })
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Mute @kofi' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Until I unmute them' }))
  await waitFor(() => expect(network.last('POST /users/:id/mute')?.body).toEqual({ state: true, until: null }))
  expect(await screen.findByText('You muted @kofi')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(network.last('POST /users/:id/mute')?.body).toEqual({ state: false }))
})

it('lets the member choose what the other sees, whatever the settings say', async () => {
  const network = openConversationWithKofi([])
  const exception = { showOnline: false, showLastSeen: null, showTyping: true, sendReadMarks: null }
  network.respondWith({
    'GET /users/privacy/exceptions': () => ({
      exceptions: [{ ...kofi, exception: { ...exception, showTyping: null } }],
    }),
    'PUT /users/:id/privacy': () => ({ user: kofi, exception }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Privacy with @kofi' }))
  expect(await screen.findByLabelText('When I am online')).toHaveDisplayValue('Never show')
  expect(screen.getByLabelText('When I was last active')).toBeDisabled()
  expect(screen.getByLabelText('What I have read')).toHaveDisplayValue('As in my settings')
  await userEvent.selectOptions(screen.getByLabelText('When I am typing'), 'Always show')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(network.last('PUT /users/:id/privacy')?.body).toEqual(exception))
  expect(await screen.findByText('Your privacy with @kofi is saved')).toBeVisible()
})

it('blocks after a confirmation', async () => {
  const network = openConversationWithKofi([])
  network.respondWith({ 'POST /users/:id/block': () => ({ user: kofi, isBlocked: true }) })
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Block @kofi' }))
  expect(network.count('POST /users/:id/block')).toBe(0)
  await userEvent.click(await screen.findByRole('button', { name: 'Block' }))
  await waitFor(() => expect(network.last('POST /users/:id/block')?.body).toEqual({ state: true }))
})

it('shows a message immediately, and a counter from 201 characters', async () => {
  const network = openConversationWithKofi([])
  network.respondWith({
    'POST /messages': ({ body }) => ({
      message: { ...aMessage({ sender: ann, seq: 1, rev: 1 }), ...(body as object) },
    }),
  })
  await userEvent.type(await findMessageField(), 'x'.repeat(200))
  expect(screen.queryByText('200/1000')).not.toBeInTheDocument()
  await userEvent.type(await findMessageField(), 'x')
  expect(screen.getByText('201/1000')).toBeVisible()
  await userEvent.clear(await findMessageField())
  await userEvent.type(await findMessageField(), 'One{Shift>}{Enter}{/Shift}two{Enter}')
  expect(await findMessage('One two')).toBeDefined()
  expect(await findMessageField()).toHaveValue('')
})

it('has a place for a notice while the field is there', async () => {
  openConversationWithKofi([])
  await findMessageField()
  expect(hasPageNoticeSlot()).toBe(true)
  cleanup()
  expect(hasPageNoticeSlot()).toBe(false)
})

it('stores a draft until it is empty', async () => {
  openConversationWithKofi([])
  await userEvent.type(await findMessageField(), 'Half a thou')
  expect(localStorage.getItem(`member:${ann._id}:draft:${kofi._id}`)).toBe('Half a thou')
  await userEvent.clear(await findMessageField())
  expect(localStorage.getItem(`member:${ann._id}:draft:${kofi._id}`)).toBeNull()
})

it('keeps a rejected message, and sends it again on Retry', async () => {
  const network = openConversationWithKofi([])
  network.respondWith({
    'POST /messages': () => ({ refuse: { status: 403, code: 'new_account_limit', error: 'Not now' } }),
  })
  await userEvent.type(await findMessageField(), 'Are you there?{Enter}')
  const failed = await findMessage('Are you there?')
  expect(await failed.findByText('Not sent. Not now')).toBeVisible()
  await userEvent.click(await failed.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(network.count('POST /messages')).toBe(2))
})

it('moves a rejected message back into the field, behind a draft and with its quoted message', async () => {
  const network = openConversationWithKofi([aMessage({ content: 'Where are you?' })])
  network.respondWith({
    'POST /messages': () => ({ refuse: { status: 403, code: 'new_account_limit', error: 'Not now' } }),
  })
  await chooseMessageAction('Where are you?', 'Reply')
  await userEvent.type(await findMessageField(), 'At the barn{Enter}')
  const failed = await findMessage('At the barn')
  expect(await failed.findByText('Not sent. Not now')).toBeVisible()
  await userEvent.clear(await findMessageField())
  await userEvent.type(await findMessageField(), 'Hm')
  await userEvent.click(await failed.findByRole('button', { name: 'Edit' }))
  expect(await findMessageField()).toHaveValue('Hm\nAt the barn')
  expect(await findMessageField()).toHaveFocus()
  expect(screen.getByText('Reply to Kofi Mensah')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Not sent. Not now')).not.toBeInTheDocument())
})

it('offers to send a long text as several messages', async () => {
  openConversationWithKofi([])
  await userEvent.click(await findMessageField())
  await userEvent.paste('word '.repeat(300))
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Send as 2 messages' })).toBeVisible()
})

it('finds messages by their text', async () => {
  const found = aMessage({ content: 'The thermos is in the barn' })
  const network = openConversationWithKofi([aMessage({ content: 'Hello' })])
  network.respondWith({
    'GET /messages/:id': ({ query }) =>
      query.get('q') ? createMessagePage(found) : createMessagePage(found, aMessage()),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Search messages' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Search in this chat' }), 'thermos')
  const results = await screen.findByRole('list', { name: 'Search results' })
  await userEvent.click(within(results).getByRole('button', { name: /The thermos is in the barn/ }))
  expect(await findMessage('The thermos is in the barn')).toBeDefined()
})

it('announces received messages and typing to screen readers', async () => {
  const socketChannel = createFakeSocketChannel()
  openConversationWithKofi([aMessage({ content: 'Hello' })], socketChannel)
  await findMessage('Hello')
  await socketChannel.receive('typing', { senderId: kofi._id, recipientId: ann._id })
  expect(screen.getByText('Kofi Mensah is typing')).toBeInTheDocument()
  const asked = aMessage({ content: 'Are you coming?', seq: 2, rev: 2 })
  await socketChannel.receive('newMessage', asked)
  const announced = await screen.findByText('Kofi Mensah: Are you coming?')
  const { _id: messageId } = asked
  await socketChannel.receive('messageDeleted', { messageId, userId: kofi._id, rev: 3 })
  expect(announced).toBeEmptyDOMElement()
})

it('loads older messages where all that are loaded are hidden', async () => {
  const network = openConversationWithKofi([])
  const old = aMessage({ content: 'The thermos is in the barn', seq: 1, rev: 1 })
  const messages = Array.from({ length: PAGE_SIZE.max }, (_, index) =>
    aMessage({ content: '', isHidden: true, seq: index + 2, rev: 1 }),
  )
  network.respondWith({
    'GET /messages/:id': ({ query }) =>
      query.get('before') === messages[0]?._id
        ? createMessagePage(old)
        : { messages, hasMore: true, hasNewer: false, rev: 1 },
  })
  expect(await findMessage('The thermos is in the barn')).toBeDefined()
})

it('keeps the field of an offline device enabled', async () => {
  openConversationWithKofi([])
  await findMessageField()
  const network = goOffline()
  await waitFor(async () => expect(await findMessageField()).toBeEnabled())
  network.back()
})

it('disables the field of an offline device that cannot store what one writes', async () => {
  Object.assign(globalThis, { indexedDB: undefined })
  openConversationWithKofi([])
  await findMessageField()
  const network = goOffline()
  expect(await findMessageField()).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  network.back()
  expect(await findMessageField()).toBeEnabled()
})

function goOffline() {
  const setOnline = (onLine: boolean) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: onLine })
    act(() => void window.dispatchEvent(new Event(onLine ? 'online' : 'offline')))
  }
  setOnline(false)
  return { back: () => setOnline(true) }
}
