import { setTimeout } from 'node:timers/promises'
import { aPerson, type Person } from './accounts.ts'

/** A member as calls know them. */
export type Caller = { person: Person; _id: string; token: string }

/** Who asks. */
type By = Pick<Caller, 'token'>

type Request = { by?: By | undefined; body?: FormData | object; method?: 'GET' | 'POST' | 'PUT' | 'DELETE' }

/** The calls of the product at `url`, for what a test needs and does not look at. */
export type Calls = ReturnType<typeof createCalls>

export function createCalls(url: string) {
  /** The answer; a body is posted unless a method is named. @throws when it is none of success */
  async function call<Answer>(
    path: string,
    { by, body, method = body ? 'POST' : 'GET' }: Request = {},
  ): Promise<Answer> {
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...(by && { authorization: `Bearer ${by.token}` }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const edit = (by: By, profile: object) => call('/auth/profile', { by, body: profile, method: 'PUT' })
  const follow = (by: By, whom: Pick<Caller, '_id'>) => call(`/users/${whom._id}/follow`, { by, body: { state: true } })

  return {
    call,
    edit,
    follow,
    async join(who: string | Person): Promise<Caller> {
      const person = typeof who === 'string' ? aPerson(who) : who
      const { token, user } = await call<{ token: string; user: { _id: string } }>('/auth/register', { body: person })
      const caller = { person, token, _id: user._id }
      await edit(caller, {}) // whoever comes to social is known there before the event of their registration
      return caller
    },
    /** All of them follow each other, and may write as soon as this resolves. */
    async befriend(...all: Caller[]): Promise<void> {
      const others = (one: Caller) => all.filter((other) => other !== one)
      await Promise.all(all.flatMap((one) => others(one).map((other) => follow(one, other))))
      for (const by of all) {
        await untilAllowed(async () => {
          const { mutualFollowers } = await call<{ mutualFollowers: object[] }>('/messages/mutual-followers', { by })
          if (mutualFollowers.length < all.length - 1) throw new Error('The chat has not heard of them yet')
        })
      }
    },
    async send(by: Caller, to: Caller, content: string, under: { replyTo?: string; threadId?: string } = {}) {
      const body = { recipientId: to._id, content, ...under }
      return (await call<{ message: { _id: string } }>('/messages', { by, body })).message._id
    },
    async sendImage(by: Caller, to: Caller, picture: Buffer): Promise<void> {
      const form = new FormData()
      form.set('recipientId', to._id) // before the file: the server reads as it comes
      form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'hills.png')
      await call('/messages/image', { by, body: form })
    },
    react: (by: Caller, messageId: string, emoji: string) =>
      call(`/messages/${messageId}/reactions`, { by, body: { emoji } }),
  }
}

const TRIES = 100
const BETWEEN_MS = 100

/** What one service does is refused until another has heard of something: tries again. */
export async function untilAllowed(attempt: () => Promise<unknown>, tries = TRIES): Promise<void> {
  try {
    await attempt()
  } catch (error) {
    if (tries === 0) throw error
    await setTimeout(BETWEEN_MS)
    await untilAllowed(attempt, tries - 1)
  }
}
