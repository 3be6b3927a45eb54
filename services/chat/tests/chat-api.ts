import type { MessageView } from '@meadow/contracts'
import { createTestMember, type TestMember } from '@meadow/testing'
import { startChat } from './chat-harness.ts'

/** Starts the chat service. Adds clients with the calls of chat, and ways to add members. */
export async function startChatApi(...options: Parameters<typeof startChat>) {
  const chat = await startChat(...options)
  const { relations } = chat

  const as = (member: TestMember) => {
    const client = chat.as(member)
    const { get, put } = client
    const post = (path: string, body: object) => client.post(path).send(body)
    const send = (to: TestMember, content: string, fields: object = {}) =>
      post('/messages', { recipientId: to._id, content, ...fields })
    return {
      get,
      put,
      post,
      delete: client.delete,
      /** Begins a multipart request. */
      upload: (path: string) => client.post(path),
      send,
      /** Sends a message and returns it. */
      async sendMessage(to: TestMember, content: string, fields: object = {}): Promise<MessageView> {
        return (await send(to, content, fields).expect(201)).body.message
      },
      list: async (other: TestMember, query = '') => (await get(`/messages/${other._id}${query}`).expect(200)).body,
      changes: async (other: TestMember, since: number) =>
        (await get(`/messages/${other._id}/changes?since=${since}`).expect(200)).body,
      conversations: async (query = '') => (await get(`/messages/conversations${query}`).expect(200)).body,
      conversation: async (other: TestMember) =>
        (await get(`/messages/conversations/${other._id}`).expect(200)).body.conversation,
      unreadCount: async (): Promise<number> => (await get('/messages/unread-count/total').expect(200)).body.count,
    }
  }

  /** Adds a new member to the read model. */
  async function addMember(fields: Partial<TestMember> = {}): Promise<TestMember> {
    const member = { ...createTestMember(), ...fields }
    await relations.addMember(member)
    return member
  }

  /** Adds two members who follow each other. */
  async function addMutualFollowers(): Promise<[TestMember, TestMember]> {
    const members: [TestMember, TestMember] = [await addMember(), await addMember()]
    await relations.follow(members[0], members[1])
    await relations.follow(members[1], members[0])
    return members
  }

  return { ...chat, as, addMember, addMutualFollowers }
}
