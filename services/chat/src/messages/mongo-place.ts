import { DomainError } from '@meadow/service'
import type { MongoDatabase } from '@meadow/storage'
import { messagesIn } from './mongo-rows.ts'
import { BEYOND } from './place.ts'

const SEQ = { _id: 0, seq: 1 } as const

/** The place of the last message before one, or before a moment in ms; without either beyond all. @throws message_not_found */
export async function placeBefore(
  mongo: MongoDatabase,
  conversationId: string,
  before: string | number | undefined,
): Promise<number> {
  if (before === undefined) return BEYOND
  if (typeof before === 'string') return (await placeOf(mongo, conversationId, before)) - 1
  const earlier = { conversationId, createdAt: { $lt: new Date(before) } }
  const [last] = await messagesIn(mongo)
    .find(earlier, { ...mongo.operationOptions, projection: SEQ })
    .sort({ createdAt: -1, seq: -1 })
    .limit(1)
    .toArray()
  return last?.seq ?? 0
}

/** @throws message_not_found */
export async function placeOf(mongo: MongoDatabase, conversationId: string, _id: string): Promise<number> {
  const message = await messagesIn(mongo).findOne(
    { _id, conversationId },
    { ...mongo.operationOptions, hint: '_id_', projection: SEQ },
  )
  if (!message) throw new DomainError('message_not_found')
  return message.seq
}
