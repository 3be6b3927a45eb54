import { type ApiClient, type ApiMember, retryUntilAllowed } from '@meadow/testing/api-client'

/**
 * The callers of the matrix. `partner` has a conversation with the owner, and both follow each other; `follower` follows
 * the owner; `stranger` is any other member; `guest` has no token; `ended` has the token of an owner's session that ended.
 */
export const ROLES = ['owner', 'partner', 'follower', 'stranger', 'guest', 'ended'] as const
export type Role = (typeof ROLES)[number]
export type MemberRole = Exclude<Role, 'guest' | 'ended'>

/** A text that only the owner may receive, like the e-mail address. */
const OWNER_PHONE = '+49 30 0000017'
/** A text that only the members of the owner's conversation may receive. */
export const CONVERSATION_SECRET = 'The key is below the third flowerpot'
export const OWNER_NAME = 'Orla Finch'
export const PARTNER_NAME = 'Pia Brandt'
export const POST_TEXT = 'An open gate'

/** The members of the matrix, with what the owner has. */
export type MatrixMembers = Record<MemberRole, ApiMember> & {
  /** The access token of the owner's session that ended. */
  endedToken: string
  /** A message of the owner with `CONVERSATION_SECRET`, and the root of a thread. */
  messageId: string
  /** A group of the owner, its admin, and the partner, with a message of the owner with `CONVERSATION_SECRET`. */
  groupId: string
  /** A published post of the owner. */
  postId: string
  /** A comment of the owner on their post. */
  commentId: string
  /** A notification of the owner. */
  notificationId: string
}

/** Returns the texts that a role must never receive. */
export function listSecretsFrom(role: Role, { owner }: MatrixMembers): string[] {
  if (role === 'owner') return []
  const personal = [owner.account.email, OWNER_PHONE]
  return role === 'partner' ? personal : [...personal, CONVERSATION_SECRET]
}

type Session = { token: string; user: { _id: string } }

/** Signs a member in once more. Resolves with the access token of the new session. */
export async function openSession({ call }: ApiClient, { account }: ApiMember): Promise<string> {
  const { email, password } = account
  return (await call<Session>('/auth/login', { body: { email, password } })).token
}

/** Closes the chat of a member to strangers. Resolves when the chat knows it. */
async function turnRequestsOff({ call }: ApiClient, { token, _id }: ApiMember, by: ApiMember): Promise<void> {
  await call('/users/privacy', { by: { token }, body: { allowRequests: false }, method: 'PUT' })
  await retryUntilAllowed(async () => {
    const { conversation } = await call<{ conversation: { canSend: boolean } }>(`/messages/conversations/${_id}`, {
      by,
    })
    if (conversation.canSend) throw new Error('The chat does not know the setting yet')
  })
}

/** Creates a group of the owner, its admin, and the partner, with a secret. Returns its id. */
export async function createMatrixGroup({ call }: ApiClient, owner: ApiMember, partner: ApiMember): Promise<string> {
  const body = { name: 'Gatekeepers', memberIds: [partner._id] }
  const { group } = await call<{ group: { _id: string } }>('/messages/groups', { by: owner, body })
  await call(`/messages/groups/${group._id}/accept`, { by: partner, body: {} })
  await call(`/messages/groups/${group._id}/messages`, { by: owner, body: { content: CONVERSATION_SECRET } })
  return group._id
}

/** Registers the members of the matrix and creates what the owner has. */
export async function createMatrixMembers(api: ApiClient): Promise<MatrixMembers> {
  const { call, register, edit, follow, makeMutualFollowers, sendMessage } = api
  const owner = await register(OWNER_NAME)
  const partner = await register(PARTNER_NAME)
  const follower = await register('Finn Castell')
  const stranger = await register('Sami Aalto')
  await edit(owner, { phone: OWNER_PHONE })
  await makeMutualFollowers(owner, partner)
  await follow(follower, owner)
  await turnRequestsOff(api, owner, stranger)
  const messageId = await sendMessage(owner, partner, CONVERSATION_SECRET)
  await sendMessage(partner, owner, 'I will look there', { threadId: messageId })
  const groupId = await createMatrixGroup(api, owner, partner)
  const { _id: postId } = await call<{ _id: string }>('/posts', { by: owner, body: { content: POST_TEXT } })
  const { comment } = await call<{ comment: { _id: string } }>(`/posts/${postId}/comments`, {
    by: owner,
    body: { text: 'Close it behind you' },
  })
  const endedToken = await openSession(api, owner)
  await call('/auth/logout', { by: { token: endedToken }, body: {} })
  return {
    owner,
    partner,
    follower,
    stranger,
    endedToken,
    messageId,
    groupId,
    postId,
    commentId: comment._id,
    notificationId: await waitForNotification(),
  }

  async function waitForNotification(): Promise<string> {
    const { notifications } = await call<{ notifications: { _id: string }[] }>('/posts/notifications', { by: owner })
    return notifications[0]?._id ?? (await waitForNotification())
  }
}
