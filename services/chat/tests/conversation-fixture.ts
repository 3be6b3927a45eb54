import { expect } from '@jest/globals'
import type { DomainEvent, MessageView, ServerToClientEvents } from '@meadow/contracts'
import { openPostgres } from '@meadow/storage'
import { createTestMember, eventually, type TestMember } from '@meadow/testing'
import type { SocketClient, startChat } from './chat-harness.ts'

type Chat = Awaited<ReturnType<typeof startChat>>
type MessageReferences = { replyTo?: string; threadId?: string }

/** Adds Ann and Ben, who follow each other and have no messages yet, and Eve, who knows neither. */
export async function createConversationFixture({ relations, as, platformUrl }: Chat) {
  const [ann, ben, eve] = [createTestMember(), createTestMember(), createTestMember()]
  for (const member of [ann, ben, eve]) await relations.addMember(member)
  await relations.follow(ann, ben)
  await relations.follow(ben, ann)
  const getOther = (member: TestMember) => (member === ann ? ben : ann)

  return {
    ann,
    ben,
    eve,
    /** Sends a message to the other member and returns it. */
    async send(by: TestMember, content: string, references: MessageReferences = {}): Promise<MessageView> {
      const response = await as(by)
        .post('/messages')
        .send({ recipientId: getOther(by)._id, content, ...references })
      expect(response.status).toBe(201)
      return response.body.message
    },
    /** Returns the newest messages as a member sees them. */
    async list(by: TestMember): Promise<{ messages: MessageView[]; rev: number }> {
      return (await as(by).get(`/messages/${getOther(by)._id}?limit=50`)).body
    },
    /** Returns the unread counts of the conversation and of all conversations. */
    async readUnreadCounts(by: TestMember) {
      const conversation = await as(by).get(`/messages/conversations/${getOther(by)._id}`)
      const total = await as(by).get('/messages/unread-count/total')
      return [conversation.body.conversation.unreadCount, total.body.count]
    },
    /** Waits for `count` events about a message on the bus. Returns them, oldest first. */
    waitForEvents: (messageId: string, count: number): Promise<DomainEvent[]> =>
      eventually(async () => {
        const published = await readMessageEvents(platformUrl)
        const events = published.filter(({ data }) => (data as { messageId?: string }).messageId === messageId)
        if (events.length < count) throw new Error(`${events.length} of ${count} events`)
        return events
      }),
  }
}

/** Reads the events of the topic `messages` from the log of the PostgreSQL bus, in their order. */
export async function readMessageEvents(platformUrl: string): Promise<DomainEvent[]> {
  await using pool = await openPostgres(platformUrl)
  const text = `select event from log where topic = 'messages' order by position`
  const { rows } = await pool.query<{ event: DomainEvent }>(text)
  return rows.map(({ event }) => event)
}

/** Waits until a client has received `count` pushes with this name. Returns their payloads. */
export const waitForPushes = <Name extends keyof ServerToClientEvents>(client: SocketClient, name: Name, count = 1) =>
  eventually(() => {
    const payloads = client.received(name)
    if (payloads.length < count) throw new Error(`${name}: ${payloads.length} of ${count}`)
    return payloads
  })
