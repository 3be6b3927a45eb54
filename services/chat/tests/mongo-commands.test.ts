import { randomUUID } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { createTestMember, describeOnEachEngine, shareAcrossTests } from '@meadow/testing'
import { onSharedMongo, recordMongoCommands } from '@meadow/testing/mongo'
import type { ConversationAddress } from '../src/conversations/conversation.ts'
import type { NewMessage } from '../src/conversations/write/new-message.ts'
import { toPicturePath } from '../src/pictures/picture-paths.ts'
import { addMutualFollowers, createNewMessage, openMongoChatStore } from './chat-test-stores.ts'

/** The reads of the two members of a message, sent at the same time before the transaction. */
const READS = ['blocks', 'follows', 'members', 'members', 'messages']

describeOnEachEngine(await onSharedMongo(openMongoChatStore), (open) => {
  const opened = shareAcrossTests(open)

  /** Creates two members with a conversation. `send` records the commands of one message. */
  async function setUp() {
    const { ports, mongo, addGroup } = await opened()
    const [one, other] = await addMutualFollowers(ports)
    const sendTo = (address: ConversationAddress, fields: Partial<NewMessage> = {}) => {
      const message = createNewMessage({ clientMessageId: randomUUID(), ...fields })
      return ports.messages.send(message, { ...one, profileVersion: 0 }, address)
    }
    const { message: first } = await sendTo({ otherId: other._id })
    const send = async (address: ConversationAddress, fields: Partial<NewMessage> = {}) => {
      const commands = await recordMongoCommands(mongo, () => sendTo(address, fields))
      return {
        reads: commands.flatMap(({ command, isInTransaction }) => (isInTransaction ? [] : command['find'])).toSorted(),
        transaction: commands.flatMap(({ name, isInTransaction }) => (isInTransaction ? name : [])),
        writes: commands.filter(({ name }) => name === 'bulkWrite').map(({ command }) => command),
      }
    }
    return { ...ports, one, other, addGroup, first, send }
  }

  it('writes a message in a transaction of two commands, beside the commit', async () => {
    const { send, other } = await setUp()
    const { reads, transaction, writes } = await send({ otherId: other._id })
    expect(transaction).toEqual(['aggregate', 'bulkWrite', 'commitTransaction'])
    expect(reads).toEqual(READS)
    expect(writes).not.toContainEqual(expect.objectContaining({ writeConcern: expect.anything() })) // MongoDB refuses it
  })

  it('writes a message with pictures, in a thread, in a transaction of three commands', async () => {
    const { send, other, first, scheduleMediaRemovals } = await setUp()
    const random = randomUUID().replaceAll('-', '')
    const picture = { _id: randomUUID(), random, width: 3, height: 2, placeholder: '', narrower: [] }
    await scheduleMediaRemovals([toPicturePath(random)], new Date())
    const fields = { replyTo: first._id, threadId: first._id, pictures: [picture], messageType: 'image' as const }
    const { reads, transaction } = await send({ otherId: other._id }, fields)
    expect(transaction).toEqual(['aggregate', 'find', 'bulkWrite', 'commitTransaction'])
    expect(reads).toEqual(READS)
  })

  it('writes a message to 50 members in two commands as well', async () => {
    const { send, addGroup, one } = await setUp()
    const members = [one, ...Array.from({ length: 49 }, createTestMember)]
    const { reads, transaction } = await send({ conversationId: await addGroup(members) })
    expect(transaction).toEqual(['aggregate', 'bulkWrite', 'commitTransaction'])
    expect(reads).toEqual(['blocks', 'blocks', 'conversations', 'members', 'messages'])
  })
})
