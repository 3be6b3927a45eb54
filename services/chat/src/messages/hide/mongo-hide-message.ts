import type { MongoDatabase } from '@meadow/storage'
import { changeMessage } from '../mongo-change-message.ts'
import { getMessageCollection } from '../mongo-message-rows.ts'
import { messageHidingRule, type StoreMessageHiding } from './hide-message.ts'

/** Creates `StoreMessageHiding` on MongoDB. */
export const createMongoHideMessage =
  (mongo: MongoDatabase): StoreMessageHiding =>
  (hiding) =>
    changeMessage(mongo, hiding, {
      ...messageHidingRule,
      async write(tx, { messageId: _id, by, at }, { rev }) {
        const hidden = { member: by._id, rev, hiddenAt: at }
        await getMessageCollection(tx).updateOne({ _id }, { $push: { hidden } }, tx.operationOptions)
      },
    })
