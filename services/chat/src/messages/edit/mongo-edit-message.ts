import { toDueLinkPreview } from '@meadow/link-preview'
import type { MongoDatabase } from '@meadow/storage'
import { toSearchFields } from '../../search/search-text.ts'
import { changeMessage } from '../mongo-change-message.ts'
import { getMessageCollection, getMessageEditCollection } from '../mongo-message-rows.ts'
import { MAX_STORED_EDITS, messageEditRule, type StoreMessageEdit } from './edit-message.ts'

/** Creates `StoreMessageEdit` on MongoDB. */
export const createMongoEditMessage =
  (mongo: MongoDatabase): StoreMessageEdit =>
  (edit) =>
    changeMessage(mongo, edit, {
      ...messageEditRule,
      async write(tx, { content }, { message: { _id, content: earlierContent }, plan: { editedAt, facets }, rev }) {
        await getMessageEditCollection(tx).insertOne(
          { _id: `${_id} ${editedAt.toISOString()}`, messageId: _id, content: earlierContent, editedAt },
          tx.operationOptions,
        )
        await deleteOldestEdits(tx, _id)
        const update = {
          $set: { content, facets, ...toSearchFields(content), editedAt, rev, ...toDueLinkPreview(facets) },
        }
        await getMessageCollection(tx).updateOne({ _id }, update, tx.operationOptions)
      },
    })

async function deleteOldestEdits(tx: MongoDatabase, messageId: string): Promise<void> {
  const edits = getMessageEditCollection(tx)
  const newestFirst = edits.find({ messageId }, tx.operationOptions).sort({ editedAt: -1 })
  const [newestSurplus] = await newestFirst.skip(MAX_STORED_EDITS).limit(1).toArray()
  if (!newestSurplus) return
  await edits.deleteMany({ messageId, editedAt: { $lte: newestSurplus.editedAt } }, tx.operationOptions)
}
