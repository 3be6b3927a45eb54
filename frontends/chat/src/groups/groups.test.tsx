import { beforeEach, describe, expect, it } from '@jest/globals'
import type { GroupMessageView, GroupView } from '@meadow/contracts/browser'
import { fakeIntersectionObserver, ann as signedInAnn } from '@meadow/features/testing'
import { createFakeSocketChannel } from '@meadow/web/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ann, kofi } from '../testing/fixtures.ts'
import { renderChat } from '../testing/render-chat.tsx'
import { aGroup, aGroupMember, aGroupMessage } from './testing/group-fixtures.ts'

beforeEach(() => fakeIntersectionObserver())

const noor = { ...kofi, _id: '01890000-0000-7000-8000-00000000000e', username: 'noor', fullName: 'Noor Haddad' }
const ME = signedInAnn._id

/** Renders the chat on a server with one group, whose changes it keeps. */
function openGroup(path: string, initial: Partial<GroupView> = {}, messages: GroupMessageView[] = []) {
  const server: { group: GroupView | undefined; messages: GroupMessageView[] } = {
    group: aGroup({
      members: [aGroupMember({ role: 'admin' }), aGroupMember({ ...ann, _id: ME }), aGroupMember(noor)],
      memberCount: 3,
      lastMessage: messages.at(-1) ?? null,
      seq: messages.at(-1)?.seq ?? 1,
      ...initial,
    }),
    messages,
  }
  const notFound = { refuse: { status: 404, code: 'not_found', error: 'There is nothing here' } }
  const change = (fields: Partial<GroupView>) => {
    server.group = server.group && { ...server.group, ...fields, rev: server.group.rev + 1 }
    return server.group ? { group: server.group } : notFound
  }
  const socketChannel = createFakeSocketChannel()
  const network = renderChat(
    path,
    {
      'GET /messages/groups': () => ({ groups: server.group ? [server.group] : [] }),
      'GET /messages/groups/:id': () => (server.group ? { group: server.group } : notFound),
      'GET /messages/groups/:id/messages': () => ({ messages: server.messages, hasMore: false, rev: 1 }),
      'GET /messages/groups/:id/changes': () => ({ messages: server.messages, hasMore: false, rev: 1 }),
      'POST /messages/groups/:id/accept': () => change({ role: 'member', invitedBy: null }),
      'PUT /messages/groups/:id': ({ body }) => change({ name: (body as { name: string }).name }),
      'DELETE /messages/groups/:id/members/:userId': () => {
        server.group = undefined
        return { ok: true as const }
      },
      'POST /messages/groups/:id/messages': ({ body }) => {
        const { content, clientMessageId } = body as { content: string; clientMessageId: string }
        const { isFollowing: _, ...sender } = { ...ann, _id: ME }
        const message = aGroupMessage({ seq: 90, content, clientMessageId, sender })
        server.messages = [...server.messages, message]
        return { message }
      },
      'PUT /messages/groups/:id/read': () => ({ total: 0, changeSeq: 9, upToSeq: 9, rev: 9 }),
    },
    socketChannel,
  )
  return { network, socketChannel, server }
}
const GROUP_PATH = `/chat/group/${aGroup()._id}`
const findField = () => screen.findByRole('textbox', { name: 'Message Hikers' })

describe('an invitation', () => {
  const invitation = { role: null, invitedBy: kofi, lastMessage: null } as const

  it('stands in the inbox, and shows no messages until the server has accepted it', async () => {
    const { network } = openGroup('/inbox', invitation)
    const row = await screen.findByRole('link', { name: /Hikers/ })
    expect(row).toHaveTextContent('Kofi invites you to this group')
    await userEvent.click(row)
    const card = within(await screen.findByRole('region', { name: 'Invitation' }))
    expect(card.getByText(/3 members/)).toBeVisible()
    expect(network.count('GET /messages/groups/:id/messages')).toBe(0)
    expect(screen.queryByRole('textbox', { name: /^Message/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'More' })).not.toBeInTheDocument()
    await userEvent.click(card.getByRole('button', { name: 'Join' }))
    expect(await findField()).toBeVisible()
    expect(network.count('POST /messages/groups/:id/accept')).toBe(1)
  })

  it('is declined, which leads back to the inbox without it', async () => {
    const { network } = openGroup(GROUP_PATH, invitation)
    await userEvent.click(await screen.findByRole('button', { name: 'Decline' }))
    expect(screen.getByLabelText('address')).toHaveTextContent('/inbox')
    await waitFor(() => expect(network.last('DELETE /messages/groups/:id/members/:userId')?.path).toContain(ME))
    await waitFor(() => expect(screen.queryByRole('link', { name: /Hikers/ })).not.toBeInTheDocument())
  })
})

describe('a group', () => {
  const history = [
    aGroupMessage({ seq: 1, notice: { event: 'created', member: null, name: null }, content: '' }),
    aGroupMessage({ seq: 2, content: 'Meet at nine.' }),
    aGroupMessage({ seq: 3, content: 'Bring water.' }),
  ]

  it('names the sender once in a run, and tells what happened to the group', async () => {
    openGroup(GROUP_PATH, {}, history)
    const log = within(await screen.findByRole('log', { name: 'Messages in Hikers' }))
    expect(await log.findByText('Kofi Mensah created the group')).toBeVisible()
    expect(log.getAllByRole('article', { name: 'Message from Kofi Mensah' })).toHaveLength(2)
    expect(log.getAllByRole('link', { name: 'Kofi Mensah' })).toHaveLength(1)
  })

  it('sends a text at once, once, and names who has read it', async () => {
    const { network, socketChannel } = openGroup(GROUP_PATH, {}, history)
    await userEvent.type(await findField(), 'I am in.{Enter}')
    const message = (await screen.findByText('I am in.')).closest('article') as HTMLElement
    expect(await within(message).findByText(/Sent/)).toBeVisible()
    expect(network.last('POST /messages/groups/:id/messages')?.body).toMatchObject({ content: 'I am in.' })
    await socketChannel.receive('groupRead', { groupId: aGroup()._id, readerId: noor._id, upToSeq: 90, rev: 95 })
    expect(await screen.findByText(/Read by Noor/)).toBeVisible()
    expect(screen.getAllByText('I am in.')).toHaveLength(1)
  })

  it('shows a pushed message, and that it was deleted', async () => {
    const { socketChannel } = openGroup(GROUP_PATH, {}, history)
    await screen.findByText('Bring water.')
    const pushed = aGroupMessage({ seq: 4, content: 'Rain is coming.' })
    await socketChannel.receive('groupMessage', pushed)
    expect(await screen.findByText('Rain is coming.')).toBeVisible()
    await socketChannel.receive('groupMessage', { ...pushed, rev: 5, content: '', deletedAt: pushed.createdAt })
    expect(await screen.findByText('This message was deleted')).toBeVisible()
    expect(screen.queryByText('Rain is coming.')).not.toBeInTheDocument()
  })

  it('counts a message of a closed group in the inbox, once', async () => {
    const { socketChannel } = openGroup('/inbox', {}, history)
    const row = await screen.findByRole('link', { name: /Hikers/ })
    expect(row).toHaveTextContent('Kofi: Bring water.')
    const pushed = aGroupMessage({ seq: 4, content: 'Rain is coming.' })
    await socketChannel.receive('groupMessage', pushed)
    await socketChannel.receive('groupMessage', pushed)
    expect(await within(row).findByText('1 unread message')).toBeInTheDocument()
    expect(row).toHaveTextContent('Kofi: Rain is coming.')
  })

  it('takes the text of a deleted message out of the inbox at once', async () => {
    const { isFollowing: _, ...sender } = { ...ann, _id: ME }
    openGroup(GROUP_PATH, {}, [...history, aGroupMessage({ seq: 4, content: 'My secret.', sender })])
    const log = within(await screen.findByRole('log', { name: 'Messages in Hikers' }))
    const message = (await log.findByText('My secret.')).closest('article') as HTMLElement
    await userEvent.click(within(message).getByRole('button', { name: 'Actions' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText(/My secret/)).not.toBeInTheDocument())
  })

  it('says to a removed member that they are not in it, and takes the field away', async () => {
    const { server, socketChannel } = openGroup(GROUP_PATH, {}, history)
    await screen.findByText('Bring water.')
    server.group = undefined
    await socketChannel.receive('groupUpdated', { groupId: aGroup()._id })
    expect(await screen.findByRole('heading', { name: 'You are not in this group' })).toBeVisible()
    expect(screen.queryByText('Bring water.')).not.toBeInTheDocument()
    expect(screen.queryByRole('textbox', { name: /^Message/ })).not.toBeInTheDocument()
  })

  it('offers the actions of admins to admins only', async () => {
    openGroup(GROUP_PATH, {}, history)
    await userEvent.click(await screen.findByRole('button', { name: 'More' }))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Members',
      'Mute notifications',
      'Pin',
      'Archive',
      'Leave group',
    ])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Members' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Members' }))
    expect(dialog.getAllByRole('listitem')).toHaveLength(3)
    expect(dialog.queryByRole('button', { name: /^Actions for/ })).not.toBeInTheDocument()
    expect(dialog.queryByRole('button', { name: 'Add people' })).not.toBeInTheDocument()
  })

  it('is renamed by an admin, at once and everywhere', async () => {
    const { network } = openGroup(GROUP_PATH, { role: 'admin' }, history)
    await userEvent.click(await screen.findByRole('button', { name: 'More' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Rename group' }))
    const field = await screen.findByRole('textbox', { name: 'Group name' })
    await userEvent.clear(field)
    await userEvent.type(field, 'Walkers{Enter}')
    expect(await screen.findByRole('heading', { level: 1, name: 'Walkers' })).toBeVisible()
    expect(screen.getByRole('link', { name: /Walkers/ })).toBeVisible()
    await waitFor(() => expect(network.last('PUT /messages/groups/:id')?.body).toEqual({ name: 'Walkers' }))
  })

  it('is left after a question', async () => {
    const { network } = openGroup(GROUP_PATH, {}, history)
    await userEvent.click(await screen.findByRole('button', { name: 'More' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Leave group' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave Hikers?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Leave' }))
    expect(screen.getByLabelText('address')).toHaveTextContent('/inbox')
    await waitFor(() => expect(network.count('DELETE /messages/groups/:id/members/:userId')).toBe(1))
  })
})

describe('the inbox', () => {
  const failure = { refuse: { status: 500, code: 'internal_error', error: 'It failed' } } as const

  it('shows the groups if the conversations fail to load, and tries both again', async () => {
    const network = renderChat('/inbox', {
      'GET /messages/groups': () => ({ groups: [aGroup()] }),
      'GET /messages/conversations': () => failure,
    })
    expect(await screen.findByRole('link', { name: /Hikers/ })).toBeVisible()
    const counted = network.count('GET /messages/groups')
    await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(network.count('GET /messages/groups')).toBeGreaterThan(counted))
  })

  it('does not say that there are no conversations while the groups cannot be loaded', async () => {
    renderChat('/inbox', {
      'GET /messages/groups': () => failure,
      'GET /messages/conversations': () => ({ conversations: [], pagination: { hasMore: false }, nextCursor: null }),
    })
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeVisible()
    expect(screen.queryByText('No messages yet')).not.toBeInTheDocument()
  })
})

describe('New Chat', () => {
  const handlers = {
    'GET /messages/mutual-followers': () => ({
      mutualFollowers: [kofi, noor].map((member) => ({ ...member, isOnline: false, lastActive: null })),
      hasMore: false,
      nextCursor: null,
    }),
    'GET /messages/groups': () => ({ groups: [] }),
  }
  const choose = async (...names: string[]) => {
    const dialog = within(await screen.findByRole('dialog', { name: 'New group' }))
    for (const name of names) await userEvent.click(await dialog.findByRole('checkbox', { name: new RegExp(name) }))
    return dialog
  }

  it('creates a group of several people with a name', async () => {
    const network = renderChat('/inbox?new=group', {
      ...handlers,
      'POST /messages/groups': ({ body }) => ({ group: aGroup({ name: (body as { name: string }).name }) }),
      'GET /messages/groups/:id': () => ({ group: aGroup({ name: 'Choir' }) }),
      'GET /messages/groups/:id/messages': () => ({ messages: [], hasMore: false, rev: 1 }),
      'GET /messages/groups/:id/changes': () => ({ messages: [], hasMore: false, rev: 1 }),
    })
    const start = await screen.findByRole('dialog', { name: 'New group' })
    await waitFor(() => expect(within(start).getByRole('textbox', { name: 'Search people' })).toHaveFocus())
    const dialog = await choose('Kofi', 'Noor')
    expect(within(dialog.getByRole('list', { name: 'Chosen people' })).getAllByRole('button')).toHaveLength(2)
    await userEvent.click(dialog.getByRole('button', { name: 'Next' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Create group' }))
    expect(dialog.getByText('Give the group a name.')).toBeVisible()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Group name' }), 'Choir{Enter}')
    await waitFor(() => expect(screen.getByLabelText('address')).toHaveTextContent(GROUP_PATH))
    expect(network.last('POST /messages/groups')?.body).toMatchObject({
      name: 'Choir',
      memberIds: [kofi._id, noor._id],
      clientGroupId: expect.any(String),
    })
  })

  it('says why a group cannot be created, and keeps its people', async () => {
    renderChat('/inbox?new=group', {
      ...handlers,
      'POST /messages/groups': () => ({
        refuse: { status: 403, code: 'not_invitable', error: 'Somebody you chose cannot be added' },
      }),
    })
    const dialog = await choose('Kofi', 'Noor')
    await userEvent.click(dialog.getByRole('button', { name: 'Next' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Group name' }), 'Choir{Enter}')
    expect(await dialog.findByText('Somebody you chose cannot be added')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Back' }))
    expect(dialog.getAllByRole('button', { name: /^Take .* out$/ })).toHaveLength(2)
    await userEvent.click(dialog.getByRole('button', { name: 'Next' }))
    expect(dialog.getByRole('textbox', { name: 'Group name' })).toHaveValue('Choir')
  })

  it('opens the conversation with one person, and takes people out again', async () => {
    renderChat('/inbox', handlers)
    await userEvent.click(await screen.findByRole('button', { name: 'New Chat' }))
    await userEvent.click(await screen.findByRole('button', { name: 'New group' }))
    const dialog = await choose('Kofi', 'Noor')
    await userEvent.click(dialog.getByRole('button', { name: 'Take Noor Haddad out' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Message Kofi' }))
    expect(screen.getByLabelText('address')).toHaveTextContent('/chat/kofi')
  })
})
