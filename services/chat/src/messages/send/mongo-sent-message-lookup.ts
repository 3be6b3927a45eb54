import type { MongoDatabase } from '@meadow/storage'
import { findOriginal } from '../../conversations/write/mongo-write-contexts.ts'
import type { FindSentMessage } from './send-message.ts'

/** Creates `FindSentMessage` on MongoDB. */
export const createMongoSentMessageLookup =
  (mongo: MongoDatabase): FindSentMessage =>
  (sender, clientMessageId) =>
    findOriginal(mongo, { clientMessageId }, sender)
