import { appendToMongoOutbox } from '@meadow/events'
import { DomainError } from '@meadow/service'
import type { MongoDatabase } from '@meadow/storage'
import { moveConversation } from '../conversations/mongo-move-conversation.ts'
import { foundBy } from '../search/folded.ts'
import { type EditRepository, editMessage } from './edit-message.ts'
import { changeMessage } from './mongo-change-message.ts'
import { raiseShowing } from './mongo-raise.ts'
import { readMessage } from './mongo-read-messages.ts'
import { editsIn, messagesIn } from './mongo-rows.ts'

export const mongoEdits = (mongo: MongoDatabase): EditRepository => ({
  edit: (edit, announce) =>
    changeMessage(mongo, edit.messageId, edit.by, async ({ tx, conversation, message, isOpen }) => {
      const editedAt = editMessage(message, edit)
      if (!isOpen) throw new DomainError('member_not_found')
      if (!editedAt) return { message, changed: false }
      const { _id } = message
      const raised = await raiseShowing(tx, conversation, { _id })
      const { rev } = await moveConversation(tx, conversation, { raised })
      await editsIn(tx).insertOne(
        { _id: `${_id} ${editedAt.toISOString()}`, messageId: _id, content: message.content, editedAt },
        tx.operationOptions,
      )
      const { content } = edit
      await messagesIn(tx).updateOne(
        { _id },
        { $set: { content, ...foundBy(content), editedAt, rev } },
        tx.operationOptions,
      )
      const edited = await readMessage(tx, _id)
      await appendToMongoOutbox(tx, announce(edited, rev))
      return { message: edited, changed: true }
    }),
})
