import { setTimeout } from 'node:timers/promises'
import { createUniqueAccount, type TestAccount } from './accounts.ts'

/** A signed-in member with the account that they signed in with. */
export type ApiMember = { account: TestAccount; _id: string; token: string }

type TokenOwner = Pick<ApiMember, 'token'>

type ApiRequest = { by?: TokenOwner | undefined; body?: FormData | object; method?: 'GET' | 'POST' | 'PUT' | 'DELETE' }

/** Calls the API of a product, to set up what a test needs. */
export type ApiClient = ReturnType<typeof createApiClient>

/** Creates a client of the product at `url`. */
export function createApiClient(url: string) {
  /** Calls the API and returns the body. The method is POST if there is a body. @throws on an error status */
  async function call<ResponseBody>(
    path: string,
    { by, body, method = body ? 'POST' : 'GET' }: ApiRequest = {},
  ): Promise<ResponseBody> {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...(by && { authorization: `Bearer ${by.token}` }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} responded with ${response.status}: ${await response.text()}`)
    return (await response.json()) as ResponseBody
  }
  const editProfile = (by: TokenOwner, profile: object) => call('/auth/profile', { by, body: profile, method: 'PUT' })
  const follow = (by: TokenOwner, whom: Pick<ApiMember, '_id'>) =>
    call(`/users/${whom._id}/follow`, { by, body: { state: true } })

  return {
    call,
    edit: editProfile,
    follow,
    async register(nameOrAccount: string | TestAccount): Promise<ApiMember> {
      const account = typeof nameOrAccount === 'string' ? createUniqueAccount(nameOrAccount) : nameOrAccount
      const { token, user } = await call<{ token: string; user: { _id: string } }>('/auth/register', { body: account })
      const member = { account, token, _id: user._id }
      await editProfile(member, {}) // social then knows the member before the registration event arrives
      return member
    },
    /** Makes all members follow each other. Resolves when they can message each other. */
    async makeMutualFollowers(...all: ApiMember[]): Promise<void> {
      const othersOf = (member: ApiMember) => all.filter((other) => other !== member)
      await Promise.all(all.flatMap((member) => othersOf(member).map((other) => follow(member, other))))
      for (const by of all) {
        await retryUntilAllowed(async () => {
          const { mutualFollowers } = await call<{ mutualFollowers: object[] }>('/messages/mutual-followers', { by })
          if (mutualFollowers.length < all.length - 1) throw new Error('The chat does not know all follows yet')
        })
      }
    },
    async sendMessage(
      by: ApiMember,
      to: ApiMember,
      content: string,
      under: { replyTo?: string; threadId?: string } = {},
    ) {
      const body = { recipientId: to._id, content, ...under }
      return (await call<{ message: { _id: string } }>('/messages', { by, body })).message._id
    },
    /** Sends a text to a group. Returns the id of the message. */
    async sendToGroup(by: ApiMember, groupId: string, content: string) {
      const path = `/messages/groups/${groupId}/messages`
      return (await call<{ message: { _id: string } }>(path, { by, body: { content } })).message._id
    },
    /** Uploads a picture. Returns its address. */
    async uploadPicture(by: ApiMember, purpose: 'avatar' | 'cover' | 'post', picture: Buffer): Promise<string> {
      const form = new FormData()
      form.set('purpose', purpose) // must precede the file: the server reads the body as a stream
      form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png')
      return (await call<{ secure_url: string }>('/media', { by, body: form })).secure_url
    },
    async sendPicture(by: ApiMember, to: ApiMember, picture: Buffer): Promise<void> {
      const form = new FormData()
      form.set('recipientId', to._id)
      form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'hills.png')
      await call('/messages/image', { by, body: form })
    },
    react: (by: ApiMember, messageId: string, emoji: string) =>
      call(`/messages/${messageId}/reactions`, { by, body: { emoji } }),
  }
}

const MAX_ATTEMPTS = 100
const RETRY_DELAY_MS = 100

/** Repeats a call that one service refuses until it has received an event of another. */
export async function retryUntilAllowed(call: () => Promise<unknown>, attempts = MAX_ATTEMPTS): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (attempts === 0) throw error
    await setTimeout(RETRY_DELAY_MS)
    await retryUntilAllowed(call, attempts - 1)
  }
}
