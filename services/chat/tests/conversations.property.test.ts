import { randomUUID } from 'node:crypto'
import { describe, expect, it, jest } from '@jest/globals'
import type { MessageView } from '@meadow/contracts'
import { shareAcrossTests, type TestMember } from '@meadow/testing'
import fc from 'fast-check'
import { startChatApi } from './chat-api.ts'
import { getPropertyRuns } from './chat-test-stores.ts'

jest.setTimeout(180_000) // many conversations, perhaps on a busy machine

const chat = shareAcrossTests(startChatApi)

/** An action of one of two members on one of their two devices. */
const step = fc.record({
  by: fc.nat(1),
  device: fc.nat(1),
  does: fc.constantFrom('sends', 'sends', 'sends', 'sends again', 'replies', 'reads to', 'reads all', 'loads changes'),
  which: fc.nat(30),
})
const steps = fc.array(step, { minLength: 1, maxLength: 14 })

type Old = { rev: number; readUpTo: number; deliveredUpTo: number; messages: Map<string, MessageView> }

describe('any operations of two members on several devices', () => {
  it('keep one order of messages and correct counters, and changes update an old view', async () => {
    const { as, addMutualFollowers, store } = await chat()
    await fc.assert(
      fc.asyncProperty(steps, async (done) => {
        const two = await addMutualFollowers()
        const views = new Map<string, Old>()
        const sent: { by: number; body: object; message: MessageView }[] = []

        async function readView(by: number, device: number): Promise<Old> {
          const [me, other] = [two[by], two[1 - by]] as [TestMember, TestMember]
          const key = `${by}${device}`
          const old = views.get(key) ?? { rev: 0, readUpTo: 0, deliveredUpTo: 0, messages: new Map() }
          for (let hasMore = true; hasMore; ) {
            const changes = await as(me).changes(other, old.rev)
            for (const message of changes.messages) old.messages.set(message._id, message)
            Object.assign(old, { rev: changes.rev, readUpTo: changes.readUpTo, deliveredUpTo: changes.deliveredUpTo })
            hasMore = changes.hasMore
          }
          views.set(key, old)
          return old
        }

        async function act({ by, device, does, which }: (typeof done)[number]): Promise<unknown> {
          const [me, other] = [two[by], two[1 - by]] as [TestMember, TestMember]
          const earlier = sent[which % Math.max(sent.length, 1)]
          if (does === 'loads changes') return readView(by, device)
          if (does === 'reads all') return as(me).put(`/messages/conversations/${other._id}/read`).expect(200)
          if (does === 'reads to') return earlier && as(me).put(`/messages/${earlier.message._id}/read`).expect(200)
          if (does === 'sends again') {
            if (!earlier) return
            const again = await as(two[earlier.by] as TestMember)
              .post('/messages', earlier.body)
              .expect(201)
            return expect(again.body.message).toMatchObject({ _id: earlier.message._id, seq: earlier.message.seq })
          }
          const replyFields = does === 'replies' && earlier ? { replyTo: earlier.message._id } : {}
          const body = { recipientId: other._id, content: `${which}`, clientMessageId: randomUUID(), ...replyFields }
          const { message } = (await as(me).post('/messages', body).expect(201)).body
          sent.push({ by, body, message })
        }

        for (const pair of Map.groupBy(done.entries(), ([index]) => index >> 1).values()) {
          await Promise.all(pair.map(([, one]) => act(one))) // two at a time
        }
        for (const by of [0, 1]) {
          const [me, other] = [two[by], two[1 - by]] as [TestMember, TestMember]
          const storedCounts = await store.readUnreadCounts(me, other)
          expect(storedCounts?.unread).toBe(storedCounts?.counted)
          expect(await as(me).unreadCount()).toBe(storedCounts?.unread ?? 0)
          const fresh: MessageView[] = (await as(me).list(other, '?limit=50')).messages
          expect(fresh.map(({ seq }) => seq)).toEqual(fresh.map((_message, index) => index + 1))
          expect(new Set(fresh.map(({ _id }) => _id))).toEqual(new Set(sent.map(({ message }) => message._id)))
          for (const device of [0, 1]) {
            const { messages } = await readView(by, device)
            // the status of own messages follows from the marks
            const withoutStatus = ({ status, isRead, ...message }: MessageView) => message
            const viewMessages = [...messages.values()].toSorted((a, b) => a.seq - b.seq).map(withoutStatus)
            expect(viewMessages).toEqual(fresh.map(withoutStatus))
          }
          const own = fresh.filter(({ sender }) => sender._id === me._id)
          const { readUpTo } = await readView(by, 0)
          expect(own.map(({ isRead }) => isRead)).toEqual(own.map(({ seq }) => seq <= readUpTo))
        }
      }),
      { numRuns: getPropertyRuns(25) },
    )
  })
})
