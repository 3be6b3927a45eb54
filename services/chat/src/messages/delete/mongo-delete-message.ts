import type { MongoDatabase } from '@meadow/storage'
import { releaseFiles } from '../../pictures/mongo-message-pictures.ts'
import { listMessagePaths } from '../../pictures/picture-paths.ts'
import { toSearchFields } from '../../search/search-text.ts'
import type { MessageChange, MessageChangePlan, MessageChangeWrite } from '../change-message.ts'
import type { Message } from '../message.ts'
import { changeMessage } from '../mongo-change-message.ts'
import { getMessageCollection, getMessageEditCollection } from '../mongo-message-rows.ts'
import { messageDeletionRule, type StoreMessageDeletion } from './delete-message.ts'

/** Creates `StoreMessageDeletion` on MongoDB. */
export const createMongoDeleteMessage =
  (mongo: MongoDatabase): StoreMessageDeletion =>
  (deletion) =>
    changeMessage(mongo, deletion, MONGO_MESSAGE_DELETION)

/** The rule of a deletion with its write. */
export const MONGO_MESSAGE_DELETION: typeof messageDeletionRule &
  MessageChangeWrite<MongoDatabase, MessageChange, MessageChangePlan> = {
  ...messageDeletionRule,
  write: (tx, { at }, { message, rev }) => clearMessage(tx, message, at, rev),
}

const CLEARED_FIELDS = {
  content: '',
  facets: [],
  ...toSearchFields(''),
  picture: null,
  pictures: [],
  pictureCount: 0,
  voice: null,
  video: null,
  replyTo: null,
  editedAt: null,
  reactions: [],
}

async function clearMessage(tx: MongoDatabase, message: Message, deletedAt: Date, rev: number): Promise<void> {
  const { _id, threadId } = message
  await getMessageEditCollection(tx).deleteMany({ messageId: _id }, tx.operationOptions)
  const update = {
    $set: { ...CLEARED_FIELDS, deletedAt, rev },
    $unset: { linkPreview: true, linkPreviewDueAt: true, plays: true, stars: true, expiryDueAt: true },
  } as const
  await getMessageCollection(tx).updateOne({ _id }, update, tx.operationOptions)
  await releaseFiles(tx, listMessagePaths(message), deletedAt)
  if (threadId) await removeFromThread(tx, threadId)
}

/** Decrements the count of a thread, and updates the `seq` of its last message that is not deleted. */
async function removeFromThread(tx: MongoDatabase, threadId: string): Promise<void> {
  const [last] = await getMessageCollection(tx)
    .find({ threadId, deletedAt: null }, { ...tx.operationOptions, hint: 'in_thread', projection: { _id: 0, seq: 1 } })
    .sort({ seq: -1 })
    .limit(1)
    .toArray()
  const update = { $inc: { threadCount: -1 }, $set: { threadLastSeq: last?.seq ?? 0 } }
  await getMessageCollection(tx).updateOne({ _id: threadId }, update, tx.operationOptions)
}
