import { appendToMongoOutbox } from '@meadow/events'
import type { MongoDatabase } from '@meadow/storage'
import { applyConversationChange } from '../../conversations/mongo-change-conversation.ts'
import { toSearchFields } from '../../search/search-text.ts'
import { bumpRelatedRevisions } from '../mongo-bump-revision.ts'
import { changeMessage } from '../mongo-change-message.ts'
import { getMessageCollection, getMessageEditCollection } from '../mongo-message-rows.ts'
import { readMessage } from '../mongo-read-messages.ts'
import { createMessageEditedEvent, MAX_STORED_EDITS, resolveEditTime, type StoreMessageEdit } from './edit-message.ts'

/** Creates `StoreMessageEdit` on MongoDB. */
export const createMongoEditMessage =
  (mongo: MongoDatabase): StoreMessageEdit =>
  (edit) =>
    changeMessage(mongo, edit.messageId, edit.by, async ({ tx, conversation, message, isOpen }) => {
      const editedAt = resolveEditTime(message, edit, isOpen)
      if (!editedAt) return { message, isChanged: false }
      const { _id, content: earlierContent } = message
      const bumpedRevisions = await bumpRelatedRevisions(tx, conversation, { _id })
      const { rev } = await applyConversationChange(tx, conversation, { bumpedRevisions })
      await getMessageEditCollection(tx).insertOne(
        { _id: `${_id} ${editedAt.toISOString()}`, messageId: _id, content: earlierContent, editedAt },
        tx.operationOptions,
      )
      await deleteOldestEdits(tx, _id)
      const { content } = edit
      const update = { $set: { content, ...toSearchFields(content), editedAt, rev } }
      await getMessageCollection(tx).updateOne({ _id }, update, tx.operationOptions)
      const edited = await readMessage(tx, _id)
      await appendToMongoOutbox(tx, createMessageEditedEvent(edited, edit, rev))
      return { message: edited, isChanged: true }
    })

async function deleteOldestEdits(tx: MongoDatabase, messageId: string): Promise<void> {
  const edits = getMessageEditCollection(tx)
  const newestFirst = edits.find({ messageId }, tx.operationOptions).sort({ editedAt: -1 })
  const [newestSurplus] = await newestFirst.skip(MAX_STORED_EDITS).limit(1).toArray()
  if (!newestSurplus) return
  await edits.deleteMany({ messageId, editedAt: { $lte: newestSurplus.editedAt } }, tx.operationOptions)
}
