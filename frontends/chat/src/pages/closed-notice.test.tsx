import { beforeEach, describe, expect, it } from '@jest/globals'
import type { ServerToClientEvents } from '@meadow/contracts/browser'
import { ann, fakeIntersectionObserver } from '@meadow/features/testing'
import { aProfile, createFakeSocketChannel } from '@meadow/web/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { findMessageField } from '../testing/chat-page-queries.ts'
import { aConversation, kofi } from '../testing/fixtures.ts'
import { renderChat } from '../testing/render-chat.tsx'

beforeEach(() => fakeIntersectionObserver())

describe('with a member who does not follow back', () => {
  const openNotMutual = () => {
    const socketChannel = createFakeSocketChannel()
    const network = renderChat(
      '/chat/kofi',
      {
        'GET /auth/profile/:idOrUsername': () => ({ user: aProfile({ ...kofi }), isFollowing: false }),
        'GET /messages/conversations/:userId': () => ({
          conversation: aConversation({ canSend: false, lastMessage: null }),
        }),
        'POST /users/:id/follow': () => ({ isFollowing: true, followerCount: 1 }),
      },
      socketChannel,
    )
    return { network, socketChannel }
  }
  const allowMessages = () => ({
    'GET /messages/conversations/:userId': () => ({ conversation: aConversation({ canSend: true }) }),
  })

  it('explains instead of the field why one cannot write, and offers to follow', async () => {
    const { network } = openNotMutual()
    expect(await screen.findByText("You can't message this person now.")).toBeVisible()
    expect(screen.getByText(/once you follow each other/)).toBeVisible()
    expect(screen.queryByText(/Say hello/)).not.toBeInTheDocument()
    expect(screen.queryByRole('textbox', { name: /^Message/ })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Follow Kofi Mensah' }))
    expect(screen.getByText(/as soon as Kofi Mensah follows you back/)).toBeVisible()
    await waitFor(() => expect(network.count('POST /users/:id/follow')).toBe(1))
  })

  it('shows the field after following a member who follows already', async () => {
    const { network } = openNotMutual()
    const followButton = await screen.findByRole('button', { name: 'Follow Kofi Mensah' })
    network.respondWith(allowMessages())
    await userEvent.click(followButton)
    expect(await findMessageField()).toBeVisible()
  })

  it('shows the field when the other member follows back, although the chat learns of it a moment later', async () => {
    const { network, socketChannel } = openNotMutual()
    await userEvent.click(await screen.findByRole('button', { name: 'Follow Kofi Mensah' }))
    await socketChannel.receive('notification', aFollowNotification())
    network.respondWith(allowMessages())
    expect(await screen.findByRole('textbox', { name: 'Message Kofi Mensah' }, { timeout: 20_000 })).toBeVisible()
  })
})

describe('with an e-mail address that the member has to prove first', () => {
  it('leads to the link instead of the field, until the address is proved', async () => {
    const socketChannel = createFakeSocketChannel()
    renderChat('/chat/kofi', { 'GET /auth/me': () => ({ ...ann, mustVerifyEmail: true }) }, socketChannel)
    expect(await screen.findByText('Confirm your email address to send messages.')).toBeVisible()
    expect(screen.queryByRole('textbox', { name: /^Message/ })).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Get the link' })).toHaveAttribute('href', '/settings/account')
  })
})

const aFollowNotification = (): ServerToClientEvents['notification'] => ({
  _id: '01890000-0000-7000-b000-000000000001',
  type: 'follow',
  from: kofi,
  actors: [kofi],
  actorCount: 1,
  text: 'started following you',
  isRead: false,
  createdAt: '2026-05-01T12:00:00.000Z',
  updatedAt: '2026-05-01T12:00:00.000Z',
  post: null,
  commentId: null,
})
