import { randomUUID } from 'node:crypto'
import type { MessageView } from '@meadow/contracts'
import type { TestMember } from '@meadow/testing'
import { startChat } from './chat-harness.ts'

export const unknownId = '0199a000-0000-7000-8000-00000000dead'

/** Somebody nobody has heard of. */
export function createTestMember(): TestMember {
  const _id = randomUUID()
  return { _id, username: `stranger_${_id.slice(0, 8)}`, fullName: `Stranger ${_id.slice(0, 8)}`, avatar: '' }
}

/** The whole service with members in it, and calls as one of them. */
export async function startCalls() {
  const world = await startChat()
  const { given } = world

  const as = (member: TestMember) => {
    const { get, put, post: begin, delete: remove } = world.as(member)
    const post = (path: string, body: object) => begin(path).send(body)
    return {
      ...{ get, put, post, remove },
      send: (to: TestMember, content: string, more: object = {}) =>
        post('/messages', { recipientId: to._id, content, ...more }),
      /** Sends it, and answers the message. */
      async sent(to: TestMember, content: string, more: object = {}): Promise<MessageView> {
        return (await post('/messages', { recipientId: to._id, content, ...more }).expect(201)).body.message
      },
      list: async (other: TestMember, query = '') => (await get(`/messages/${other._id}${query}`).expect(200)).body,
      changes: async (other: TestMember, since: number) =>
        (await get(`/messages/${other._id}/changes?since=${since}`).expect(200)).body,
      conversations: async (query = '') => (await get(`/messages/conversations${query}`).expect(200)).body,
      conversation: async (other: TestMember) =>
        (await get(`/messages/conversations/${other._id}`).expect(200)).body.conversation,
      unread: async (): Promise<number> => (await get('/messages/unread-count/total').expect(200)).body.count,
    }
  }

  /** Somebody new, whom the service knows. */
  async function someone(name: Partial<TestMember> = {}): Promise<TestMember> {
    const member = { ...createTestMember(), ...name }
    await given.member(member)
    return member
  }

  /** Two who follow each other. */
  async function twoMutuals(): Promise<[TestMember, TestMember]> {
    const two: [TestMember, TestMember] = [await someone(), await someone()]
    await given.follow(two[0], two[1])
    await given.follow(two[1], two[0])
    return two
  }

  return { ...world, as, someone, twoMutuals }
}
