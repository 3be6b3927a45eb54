import type { MongoDatabase } from '@meadow/storage'
import { MONGO_MESSAGE_DELETION } from '../delete/mongo-delete-message.ts'
import { changeMessage } from '../mongo-change-message.ts'
import { EXPIRY_INDEX, getMessageCollection } from '../mongo-message-rows.ts'
import { type MessageExpiryStore, messageExpiryRule } from './expire-messages.ts'

/** Creates the store of messages that disappear on MongoDB. */
export const createMongoMessageExpiry = (mongo: MongoDatabase): MessageExpiryStore => ({
  async listExpired(at, limit) {
    const rows = await getMessageCollection(mongo)
      .find(
        { expiryDueAt: { $lte: at } },
        { ...mongo.operationOptions, hint: EXPIRY_INDEX, projection: { senderId: 1 } },
      )
      .sort({ expiryDueAt: 1 })
      .limit(limit)
      .toArray()
    return rows.map(({ _id, senderId }) => ({ messageId: _id, senderId }))
  },
  expire: (expiry) => changeMessage(mongo, expiry, { ...messageExpiryRule, write: MONGO_MESSAGE_DELETION.write }),
})
