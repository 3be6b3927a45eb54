import { setTimeout as delay } from 'node:timers/promises'
import type { SeededRandom } from '@meadow/testing/random'
import type { History, Member } from '../history.ts'
import type { Answer, Client, Request } from '../repeating-client.ts'
import { between, type Message, toKey, toReaction } from './history.ts'
import { emptyView, lookAgain } from './message-views.ts'

type Parts = {
  client: Client
  history: History
  random: SeededRandom
  write: (request: Request) => Promise<Answer>
  newName: () => string
}

const EMOJI = ['👍', '❤️', '😂'] as const
const BEFRIENDED_MS = 30_000
const BETWEEN_MS = 100

/** What members do with messages. Only their author changes or deletes one, one operation after the other. */
export function createTalk({ client, history, random, write, newName }: Parts) {
  const { chat } = history
  const partners = new Map<string, string[]>()

  /** Sends a text under an id of the client's, so that a repeat sends no other. */
  async function sendTo(member: Member, to: string, replyTo?: string): Promise<Answer> {
    const text = `Message ${newName()}`
    const said = { recipientId: to, content: text, clientMessageId: crypto.randomUUID(), ...(replyTo && { replyTo }) }
    const begun = performance.now()
    const answer = await write({ path: '/messages', token: member.token, body: said })
    if (answer.status !== 201) return answer
    const { _id, seq } = answer.body['message'] as Message
    const its = { by: member._id, to, text, replyTo, isDeleted: false, reactions: new Set<string>() }
    chat.messages.set(_id, { _id, seq, ...its, said: begun, acknowledged: performance.now() })
    return answer
  }

  const partnerOf = ({ _id }: Member) => random.pick(partners.get(_id) ?? [])
  const notDeleted = (all: Message[]) => all.filter(({ isDeleted }) => !isDeleted)
  const ownOf = (member: Member) => notDeleted([...chat.messages.values()].filter(({ by }) => by === member._id))

  async function send(member: Member): Promise<void> {
    const { status } = await sendTo(member, partnerOf(member))
    if (status !== 201) throw new Error(`A message was answered ${status}`)
  }

  /** Refused to who does not follow back: then it must not be there. */
  async function sendToSomebody(member: Member): Promise<void> {
    await sendTo(member, random.pick([...history.members.keys()].filter((other) => other !== member._id)))
  }

  /** Refused when what it quotes is deleted meanwhile. */
  async function reply(member: Member): Promise<void> {
    const to = partnerOf(member)
    const said = notDeleted(between(chat, member._id, to))
    if (said.length > 0) await sendTo(member, to, random.pick(said.slice(-10))._id)
  }

  async function edit(member: Member): Promise<void> {
    const own = ownOf(member)
    if (own.length === 0) return
    const message = random.pick(own)
    const text = `Message ${newName()}`
    const { status } = await write({
      ...{ method: 'PUT', path: `/messages/${message._id}` },
      ...{ token: member.token, body: { content: text } },
    })
    if (status !== 200) throw new Error(`An edit was answered ${status}`)
    message.text = text
  }

  async function remove(member: Member): Promise<void> {
    const own = ownOf(member)
    if (own.length === 0) return
    const message = random.pick(own)
    const { status } = await write({ method: 'DELETE', path: `/messages/${message._id}`, token: member.token })
    if (status !== 200) throw new Error(`A deletion was answered ${status}`)
    message.isDeleted = true
  }

  async function react(member: Member): Promise<void> {
    const said = notDeleted(between(chat, member._id, partnerOf(member)))
    if (said.length === 0) return
    const message = random.pick(said)
    const [emoji, isThere] = [random.pick(EMOJI), random.next() < 0.7]
    const { status } = await write({
      ...{ method: isThere ? 'POST' : 'DELETE', path: `/messages/${message._id}/reactions` },
      ...{ token: member.token, body: { emoji } },
    })
    if (status !== 200) return
    if (isThere) message.reactions.add(toReaction(member._id, emoji))
    else message.reactions.delete(toReaction(member._id, emoji))
  }

  async function read(member: Member): Promise<void> {
    const [{ _id, token }, other] = [member, partnerOf(member)]
    const said = between(chat, _id, other)
    const isAll = random.next() < 0.5
    const upTo = isAll ? said.at(-1) : said[random.below(said.length)]
    if (!upTo) return
    const what = isAll ? `conversations/${other}` : upTo._id
    const { status } = await write({ method: 'PUT', path: `/messages/${what}/read`, token })
    if (status !== 200) throw new Error(`Reading was answered ${status}`)
    const key = toKey(_id, other)
    chat.read.set(key, Math.max(chat.read.get(key) ?? 0, upTo.seq))
  }

  async function look(member: Member): Promise<void> {
    const other = partnerOf(member)
    const key = toKey(member._id, other)
    const seen = chat.views.get(key) ?? []
    chat.views.set(key, seen)
    seen.push(await lookAgain({ client, token: member.token, other }, seen.at(-1) ?? emptyView))
  }

  return {
    acts: [...[send, send, send, reply, edit, remove, react, react], ...[read, read, look, look, sendToSomebody]],
    /** Two who follow each other write their first messages, as soon as the chat has heard of it. */
    async begin(one: Member, other: Member): Promise<void> {
      for (const [member, { _id: to }] of [
        [one, other],
        [other, one],
      ] as const) {
        partners.set(member._id, [...(partners.get(member._id) ?? []), to])
        const until = Date.now() + BEFRIENDED_MS
        while ((await sendTo(member, to)).status !== 201) {
          if (Date.now() > until) throw new Error('The chat has not heard that two follow each other')
          await delay(BETWEEN_MS)
        }
      }
    },
  }
}
