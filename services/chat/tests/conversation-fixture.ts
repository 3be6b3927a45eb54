import { expect } from '@jest/globals'
import type { DomainEvent, MessageView } from '@meadow/contracts'
import { eventually, type TestMember } from '@meadow/testing'
import { createTestMember } from './chat-api.ts'
import type { startChat, TestClient } from './chat-harness.ts'

type Chat = Awaited<ReturnType<typeof startChat>>
type Said = { replyTo?: string; threadId?: string }

/** Two members who follow each other and have not written yet, and a third who knows neither. */
export async function createConversationFixture({ given, as, log }: Chat) {
  const [ann, ben, eve] = [createTestMember(), createTestMember(), createTestMember()]
  for (const member of [ann, ben, eve]) await given.member(member)
  await given.follow(ann, ben)
  await given.follow(ben, ann)
  const otherOf = (member: TestMember) => (member === ann ? ben : ann)

  return {
    ...{ ann, ben, eve },
    async say(by: TestMember, content: string, where: Said = {}): Promise<MessageView> {
      const answer = await as(by)
        .post('/messages')
        .send({ recipientId: otherOf(by)._id, content, ...where })
      expect(answer.status).toBe(201)
      return answer.body.message
    },
    /** What a member sees: the newest messages, and the conversation. */
    async seen(by: TestMember): Promise<{ messages: MessageView[]; rev: number }> {
      return (await as(by).get(`/messages/${otherOf(by)._id}?limit=50`)).body
    },
    async unread(by: TestMember) {
      const conversation = await as(by).get(`/messages/conversations/${otherOf(by)._id}`)
      const total = await as(by).get('/messages/unread-count/total')
      return [conversation.body.conversation.unreadCount, total.body.count]
    },
    /** The facts announced about a message, oldest first, once there are so many. */
    facts: (messageId: string, count: number): Promise<DomainEvent[]> =>
      eventually(async () => {
        const { rows } = await log.query<{ event: DomainEvent }>(
          `select event from log where topic = 'messages' and event->'data'->>'messageId' = $1 order by position`,
          [messageId],
        )
        if (rows.length < count) throw new Error(`${rows.length} of ${count} facts`)
        return rows.map(({ event }) => event)
      }),
  }
}

/** Waits until a client has heard `count` messages by a name; answers them. */
export const waitForPushes = <Name extends Parameters<TestClient['of']>[0]>(
  client: TestClient,
  name: Name,
  count = 1,
) =>
  eventually(() => {
    const all = client.of(name)
    if (all.length < count) throw new Error(`${name}: ${all.length} of ${count}`)
    return all
  })
