import { setTimeout as delay } from 'node:timers/promises'
import type { SeededRandom } from '@meadow/testing/random'
import type { History, Member } from '../history.ts'
import type { FaultRequest, FaultResponse, RepeatingClient } from '../repeating-client.ts'
import { listMessagesBetween, type SentMessage, toKey, toReaction } from './history.ts'
import { EMPTY_VIEW, fetchChanges } from './message-views.ts'

type ChatActionsDeps = {
  client: RepeatingClient
  history: History
  random: SeededRandom
  write: (request: FaultRequest) => Promise<FaultResponse>
  newName: () => string
}

const EMOJI = ['👍', '❤️', '😂'] as const
const MUTUAL_FOLLOW_TIMEOUT_MS = 30_000
const RETRY_DELAY_MS = 100

/** Creates the operations on messages. Only the author edits or deletes a message, one operation after the other. */
export function createChatActions({ client, history, random, write, newName }: ChatActionsDeps) {
  const { chat } = history
  const partners = new Map<string, string[]>()

  /** Sends a message with a client message id, so that a repeat does not send another one. */
  async function sendTo(member: Member, to: string, replyTo?: string): Promise<FaultResponse> {
    const text = `Message ${newName()}`
    const payload = {
      recipientId: to,
      content: text,
      clientMessageId: crypto.randomUUID(),
      ...(replyTo && { replyTo }),
    }
    const requestedAt = performance.now()
    const response = await write({ path: '/messages', token: member.token, body: payload })
    if (response.status !== 201) return response
    const { _id, seq } = response.body['message'] as SentMessage
    const mayBeRequest = !partners.get(member._id)?.includes(to)
    const fields = { by: member._id, to, text, replyTo, mayBeRequest, isDeleted: false, reactions: new Set<string>() }
    chat.messages.set(_id, { _id, seq, ...fields, requestedAt, acknowledgedAt: performance.now() })
    return response
  }

  const partnerOf = ({ _id }: Member) => random.pick(partners.get(_id) ?? [])
  const withoutDeleted = (all: SentMessage[]) => all.filter(({ isDeleted }) => !isDeleted)
  const ownOf = (member: Member) => withoutDeleted([...chat.messages.values()].filter(({ by }) => by === member._id))

  async function send(member: Member): Promise<void> {
    const { status } = await sendTo(member, partnerOf(member))
    if (status !== 201) throw new Error(`Sending a message responded with ${status}`)
  }

  /** Sends to a random member. Without a mutual follow it is a message request; one that is rejected must not exist. */
  async function sendToAnyMember(member: Member): Promise<void> {
    await sendTo(member, random.pick([...history.members.keys()].filter((other) => other !== member._id)))
  }

  /** Quotes a message. Rejected if that was deleted meanwhile. */
  async function reply(member: Member): Promise<void> {
    const to = partnerOf(member)
    const messages = withoutDeleted(listMessagesBetween(chat, member._id, to))
    if (messages.length > 0) await sendTo(member, to, random.pick(messages.slice(-10))._id)
  }

  async function edit(member: Member): Promise<void> {
    const own = ownOf(member)
    if (own.length === 0) return
    const message = random.pick(own)
    const text = `Message ${newName()}`
    const { status } = await write({
      method: 'PUT',
      path: `/messages/${message._id}`,
      token: member.token,
      body: { content: text },
    })
    if (status !== 200) throw new Error(`An edit responded with ${status}`)
    message.text = text
  }

  async function remove(member: Member): Promise<void> {
    const own = ownOf(member)
    if (own.length === 0) return
    const message = random.pick(own)
    const { status } = await write({ method: 'DELETE', path: `/messages/${message._id}`, token: member.token })
    if (status !== 200) throw new Error(`A deletion responded with ${status}`)
    message.isDeleted = true
  }

  async function react(member: Member): Promise<void> {
    const messages = withoutDeleted(listMessagesBetween(chat, member._id, partnerOf(member)))
    if (messages.length === 0) return
    const message = random.pick(messages)
    const [emoji, isAdded] = [random.pick(EMOJI), random.next() < 0.7]
    const { status } = await write({
      method: isAdded ? 'POST' : 'DELETE',
      path: `/messages/${message._id}/reactions`,
      token: member.token,
      body: { emoji },
    })
    if (status !== 200) return
    if (isAdded) message.reactions.add(toReaction(member._id, emoji))
    else message.reactions.delete(toReaction(member._id, emoji))
  }

  async function read(member: Member): Promise<void> {
    const [{ _id, token }, other] = [member, partnerOf(member)]
    const messages = listMessagesBetween(chat, _id, other)
    const isAll = random.next() < 0.5
    const upTo = isAll ? messages.at(-1) : messages[random.below(messages.length)]
    if (!upTo) return
    const target = isAll ? `conversations/${other}` : upTo._id
    const { status } = await write({ method: 'PUT', path: `/messages/${target}/read`, token })
    if (status !== 200) throw new Error(`Reading responded with ${status}`)
    const key = toKey(_id, other)
    chat.read.set(key, Math.max(chat.read.get(key) ?? 0, upTo.seq))
  }

  async function updateView(member: Member): Promise<void> {
    const other = partnerOf(member)
    const key = toKey(member._id, other)
    const views = chat.views.get(key) ?? []
    chat.views.set(key, views)
    views.push(await fetchChanges({ client, token: member.token, other }, views.at(-1) ?? EMPTY_VIEW))
  }

  return {
    acts: [send, send, send, reply, edit, remove, react, react, read, read, updateView, updateView, sendToAnyMember],
    /** Sends the first messages of two mutual followers. Waits until the chat knows their follows. */
    async begin(one: Member, other: Member): Promise<void> {
      for (const [member, { _id: to }] of [
        [one, other],
        [other, one],
      ] as const) {
        partners.set(member._id, [...(partners.get(member._id) ?? []), to])
        const deadline = Date.now() + MUTUAL_FOLLOW_TIMEOUT_MS
        while ((await sendTo(member, to)).status !== 201) {
          if (Date.now() > deadline) throw new Error('The chat does not know the follows of two members')
          await delay(RETRY_DELAY_MS)
        }
      }
    },
  }
}
