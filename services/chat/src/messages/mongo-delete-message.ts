import { appendToMongoOutbox } from '@meadow/events'
import type { MongoDatabase } from '@meadow/storage'
import { moveConversation } from '../conversations/mongo-move-conversation.ts'
import { letGoPicture } from '../pictures/mongo-picture-files.ts'
import { foundBy } from '../search/folded.ts'
import { type DeletionRepository, mayDelete } from './delete-message.ts'
import type { Message } from './message.ts'
import { changeMessage } from './mongo-change-message.ts'
import { raiseShowing } from './mongo-raise.ts'
import { editsIn, messagesIn } from './mongo-rows.ts'

export const mongoDeletions = (mongo: MongoDatabase): DeletionRepository => ({
  delete: (deletion, announce) =>
    changeMessage(mongo, deletion.messageId, deletion.by, async ({ tx, conversation, message }) => {
      if (!mayDelete(message, deletion.by)) return undefined
      const raised = await raiseShowing(tx, conversation, message)
      const isUnread = message.seq > message.readUpTo
      const unread = isUnread ? { unread: { of: message.recipient._id, by: -1 } } : {}
      const { rev, unread: total } = await moveConversation(tx, conversation, { ...unread, raised })
      await leavePlace(tx, message, deletion.at, rev)
      await appendToMongoOutbox(tx, announce(message, rev))
      return { message, rev, unread: total }
    }),
})

const NOTHING = { content: '', ...foundBy(''), picture: null, replyTo: null, editedAt: null, reactions: [] }

async function leavePlace(
  tx: MongoDatabase,
  { _id, picture, threadId }: Message,
  deletedAt: Date,
  rev: number,
): Promise<void> {
  await editsIn(tx).deleteMany({ messageId: _id }, tx.operationOptions)
  await messagesIn(tx).updateOne({ _id }, { $set: { ...NOTHING, deletedAt, rev } }, tx.operationOptions)
  if (picture) await letGoPicture(tx, picture, deletedAt)
  if (threadId) await leaveThread(tx, threadId)
}

/** One fewer is in the thread, and perhaps another one the last. */
async function leaveThread(tx: MongoDatabase, threadId: string): Promise<void> {
  const [last] = await messagesIn(tx)
    .find({ threadId, deletedAt: null }, { ...tx.operationOptions, hint: 'in_thread', projection: { _id: 0, seq: 1 } })
    .sort({ seq: -1 })
    .limit(1)
    .toArray()
  const left = { $inc: { threadCount: -1 }, $set: { threadLastSeq: last?.seq ?? 0 } }
  await messagesIn(tx).updateOne({ _id: threadId }, left, tx.operationOptions)
}
