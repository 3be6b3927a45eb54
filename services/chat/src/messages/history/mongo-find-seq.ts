import { DomainError } from '@meadow/service'
import type { MongoDatabase } from '@meadow/storage'
import { getMessageCollection } from '../mongo-message-rows.ts'
import { MAX_SEQ, type MessageWindow } from './message-window.ts'

const SEQ_PROJECTION = { _id: 0, seq: 1 } as const

/**
 * Returns the last `seq` before a message, or before a time in epoch milliseconds; `MAX_SEQ` if neither is given.
 * @throws message_not_found
 */
export async function findSeqBefore(
  mongo: MongoDatabase,
  conversationId: string,
  before: string | number | undefined,
): Promise<number> {
  if (before === undefined) return MAX_SEQ
  if (typeof before === 'string') return (await findSeqOfMessage(mongo, conversationId, before)) - 1
  const filter = { conversationId, createdAt: { $lt: new Date(before) } }
  const [last] = await getMessageCollection(mongo)
    .find(filter, { ...mongo.operationOptions, projection: SEQ_PROJECTION })
    .sort({ createdAt: -1, seq: -1 })
    .limit(1)
    .toArray()
  return last?.seq ?? 0
}

/** @throws message_not_found */
async function findSeqOfMessage(mongo: MongoDatabase, conversationId: string, _id: string): Promise<number> {
  const message = await getMessageCollection(mongo).findOne(
    { _id, conversationId },
    { ...mongo.operationOptions, hint: '_id_', projection: SEQ_PROJECTION },
  )
  if (!message) throw new DomainError('message_not_found')
  return message.seq
}

/**
 * Returns the `seq` of the message, or of the first message since the time, around which a window is; or else the last `seq` of the window.
 * @throws message_not_found
 */
export async function findAnchorSeq(
  mongo: MongoDatabase,
  conversationId: string,
  { around, before }: Pick<MessageWindow, 'around' | 'before'>,
): Promise<number> {
  if (around === undefined) return findSeqBefore(mongo, conversationId, before)
  if (typeof around === 'string') return findSeqOfMessage(mongo, conversationId, around)
  return (await findSeqBefore(mongo, conversationId, around)) + 1
}
