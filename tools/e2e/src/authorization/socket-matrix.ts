import type { ClientToServerEvents, ServerToClientEvents } from '@meadow/contracts'
import type { ApiClient } from '@meadow/testing/api-client'
import { createVoiceForm } from './call-matrix.ts'
import { CONVERSATION_SECRET, type MatrixMembers, type MemberRole, openSession } from './matrix-members.ts'

type ClientToServerName = keyof ClientToServerEvents
export type ServerToClientName = keyof ServerToClientEvents

/**
 * The messages that every signed-in member may send, with the payload that names what the owner has. None reaches the
 * owner or the partner from another member. Guests and ended sessions have no connection.
 */
export const CLIENT_TO_SERVER_MATRIX: Record<
  ClientToServerName,
  (members: MatrixMembers, role: MemberRole) => unknown
> = {
  authenticate: (members, role) => ({ token: members[role].token }),
  join: ({ owner }) => owner._id,
  sendMessage: ({ owner }) => ({ recipientId: owner._id, content: 'Hello' }),
  typing: ({ owner }) => ({ recipientId: owner._id }),
  watch: ({ postId }) => ({ postIds: [postId] }),
  unwatch: ({ postId }) => ({ postIds: [postId] }),
}

/** The acknowledgements of the messages that are refused, because the two do not follow each other. */
export const REFUSED_MESSAGES: Partial<Record<ClientToServerName, Record<string, unknown>>> = {
  sendMessage: { ok: false, code: 'not_mutual' },
}

/** The roles that receive each message from the server while `playScenario` runs. */
export const SERVER_TO_CLIENT_MATRIX: Record<ServerToClientName, readonly MemberRole[]> = {
  typing: ['owner'],
  newMessage: ['partner'],
  messageSent: ['owner'],
  messageEdited: ['owner', 'partner'],
  messageProcessed: ['owner', 'partner'],
  messageReaction: ['owner', 'partner'],
  messageDeleted: ['owner', 'partner'],
  messageHidden: ['owner'],
  messageRead: ['owner', 'partner'],
  messageDelivered: ['owner', 'partner'],
  messagePlayed: ['owner', 'partner'],
  messageStarred: ['owner'],
  groupMessage: ['owner', 'partner'],
  groupUpdated: ['owner', 'partner'],
  groupRead: ['owner', 'partner'],
  presence: ['partner'],
  unread: ['owner', 'partner'],
  notification: ['owner'],
  notificationRead: ['owner'],
  followUpdated: ['owner'],
  blockUpdated: ['owner'],
  muteUpdated: ['owner'],
  privacyExceptionUpdated: ['owner'],
  conversationMarked: ['owner'],
  messageRequestUpdated: [],
  readMarksUpdated: ['owner', 'partner'],
  emailVerified: [],
  sessionEnded: [],
  postCreated: ['partner', 'follower'],
  postUpdated: ['owner', 'partner', 'follower', 'stranger'],
  commentUpdated: ['owner', 'partner', 'follower', 'stranger'],
  postDeleted: ['owner', 'partner', 'follower', 'stranger'],
}

/** The owner receives that the partner is online, if that is written only after the owner has connected. */
export const POSSIBLE_RECEIVERS: Partial<Record<ServerToClientName, readonly MemberRole[]>> = { presence: ['owner'] }

type ScenarioDeps = {
  api: ApiClient
  members: MatrixMembers
  emitTyping(): void
  waitUntilReceived(role: MemberRole, name: ServerToClientName): Promise<void>
}

/** Lets the owner and the partner do everything that the server pushes. */
export async function playScenario({ api, members, emitTyping, waitUntilReceived }: ScenarioDeps): Promise<void> {
  const { call } = api
  const { owner, partner, follower, stranger, groupId } = members
  emitTyping()
  const messageId = await api.sendMessage(owner, partner, CONVERSATION_SECRET)
  await call(`/messages/${messageId}`, { by: owner, body: { content: `${CONVERSATION_SECRET}!` }, method: 'PUT' })
  await api.react(partner, messageId, '❤️')
  await call(`/messages/${messageId}/star`, { by: owner, body: { state: true } })
  const { message: voice } = await call<{ message: { _id: string } }>('/messages/voice', {
    by: owner,
    body: createVoiceForm({ recipientId: partner._id }),
  })
  await waitUntilReceived('partner', 'messageProcessed')
  await call(`/messages/${voice._id}/played`, { by: partner, method: 'PUT' })
  await call(`/messages/${messageId}/read`, { by: partner, method: 'PUT' })
  await call(`/messages/${messageId}?for=me`, { by: owner, method: 'DELETE' })
  await call(`/messages/${messageId}`, { by: owner, method: 'DELETE' })
  await call(`/messages/conversations/${partner._id}`, { by: owner, body: { isUnread: false }, method: 'PUT' })

  await api.sendToGroup(owner, groupId, CONVERSATION_SECRET)
  await call(`/messages/groups/${groupId}/read`, { by: partner, method: 'PUT' })
  await call(`/messages/groups/${groupId}`, { by: owner, body: { name: `Keepers ${Date.now()}` }, method: 'PUT' })

  const { _id: postId } = await call<{ _id: string }>('/posts', { by: owner, body: { content: 'A new gate' } })
  await call(`/posts/${postId}/like`, { by: follower, body: { state: true } })
  await waitUntilReceived('owner', 'notification')
  await waitUntilReceived('stranger', 'postUpdated')
  const { comment } = await call<{ comment: { _id: string } }>(`/posts/${postId}/comments`, {
    by: owner,
    body: { text: 'Close it behind you' },
  })
  await call(`/posts/${postId}/comments/${comment._id}/like`, { by: follower, body: { state: true } })
  await waitUntilReceived('stranger', 'commentUpdated')
  await call(`/posts/${postId}`, { by: owner, method: 'DELETE' })
  await call('/posts/notifications/read-all', { by: owner, body: {}, method: 'PUT' })
  await call(`/users/${partner._id}/follow`, { by: owner, body: { state: false } })
  await call(`/users/${partner._id}/follow`, { by: owner, body: { state: true } })
  for (const edge of ['mute', 'block'])
    for (const state of [true, false]) await call(`/users/${stranger._id}/${edge}`, { by: owner, body: { state } })
  const exception = { showOnline: null, showLastSeen: null, showTyping: false, sendReadMarks: null }
  await call(`/users/${partner._id}/privacy`, { by: owner, body: exception, method: 'PUT' })
  const token = await openSession(api, owner)
  await call('/auth/logout', { by: { token }, body: {} })
}
