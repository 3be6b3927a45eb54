import { appendToMongoOutbox } from '@meadow/events'
import type { MongoDatabase } from '@meadow/storage'
import { applyConversationChange } from '../../conversations/mongo-change-conversation.ts'
import { toSearchFields } from '../../search/search-text.ts'
import { createMessageEditedEvent } from '../message-events.ts'
import type { MessageRepository } from '../message-repository.ts'
import { bumpRelatedRevisions } from '../mongo-bump-revision.ts'
import { changeMessage } from '../mongo-change-message.ts'
import { getMessageCollection, getMessageEditCollection } from '../mongo-message-rows.ts'
import { readMessage } from '../mongo-read-messages.ts'
import { resolveEditTime } from './edit-message.ts'

/** Creates `MessageRepository.edit` on MongoDB. */
export const createMongoEditMessage =
  (mongo: MongoDatabase): MessageRepository['edit'] =>
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
      const { content } = edit
      const update = { $set: { content, ...toSearchFields(content), editedAt, rev } }
      await getMessageCollection(tx).updateOne({ _id }, update, tx.operationOptions)
      const edited = await readMessage(tx, _id)
      await appendToMongoOutbox(tx, createMessageEditedEvent(edited, edit, rev))
      return { message: edited, isChanged: true }
    })
