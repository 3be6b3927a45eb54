import {
  createMongoConsumerStore,
  createMongoOutbox,
  createPostgresConsumerStore,
  createPostgresOutbox,
} from '@meadow/events'
import {
  createMongoMediaRemovalQueue,
  createPostgresMediaRemovalQueue,
  queueMediaRemovals,
  queueMediaRemovalsInMongo,
} from '@meadow/media'
import {
  createMongoExportTasks,
  createMongoMemberErasures,
  createMongoMemberReadModel,
  createMongoMentionableMembers,
  createMongoRefusedWords,
  createPostgresExportTasks,
  createPostgresMemberErasures,
  createPostgresMemberReadModel,
  createPostgresMentionableMembers,
  createPostgresRefusedWords,
} from '@meadow/members'
import { type MetricsSource, newId } from '@meadow/service'
import type { MongoStore, PostgresPool } from '@meadow/storage'
import { createMongoEncodingTasks, createPostgresEncodingTasks } from '@meadow/voice'
import { createMongoConversationMarks } from './conversations/marks/mongo-conversation-marks.ts'
import { createPostgresConversationMarks } from './conversations/marks/postgres-conversation-marks.ts'
import { createMongoConversationRepository } from './conversations/mongo-conversation-repository.ts'
import { createMongoPresenceAudience } from './conversations/mongo-presence-audience.ts'
import { createPostgresConversationRepository } from './conversations/postgres-conversation-repository.ts'
import { createPostgresPresenceAudience } from './conversations/postgres-presence-audience.ts'
import { createMongoConversationWriter } from './conversations/write/mongo-conversation-writer.ts'
import { createPostgresConversationWriter } from './conversations/write/postgres-conversation-writer.ts'
import { createMongoMessageDrafts } from './drafts/mongo-message-drafts.ts'
import { createPostgresMessageDrafts } from './drafts/postgres-message-drafts.ts'
import { createMongoGroupStore } from './groups/mongo-group-store.ts'
import { createPostgresGroupStore } from './groups/postgres-group-store.ts'
import { createMongoLinkPreviews } from './link-previews/mongo-link-previews.ts'
import { createPostgresLinkPreviews } from './link-previews/postgres-link-previews.ts'
import { createMongoMemberDataEraser } from './members/mongo-member-data-eraser.ts'
import { createMongoMutualFollowerList } from './members/mongo-mutual-follower-list.ts'
import { createMongoRelationshipLookup } from './members/mongo-relationship-lookup.ts'
import { createPostgresMemberDataEraser } from './members/postgres-member-data-eraser.ts'
import { createPostgresMutualFollowerList } from './members/postgres-mutual-follower-list.ts'
import { createPostgresRelationshipLookup } from './members/postgres-relationship-lookup.ts'
import { createMongoDeleteMessage } from './messages/delete/mongo-delete-message.ts'
import { createPostgresDeleteMessage } from './messages/delete/postgres-delete-message.ts'
import { createMongoEditMessage } from './messages/edit/mongo-edit-message.ts'
import { createMongoMessageTexts } from './messages/edit/mongo-message-texts.ts'
import { createPostgresEditMessage } from './messages/edit/postgres-edit-message.ts'
import { createPostgresMessageTexts } from './messages/edit/postgres-message-texts.ts'
import { createMongoMessageExpiry } from './messages/expiry/mongo-message-expiry.ts'
import { createPostgresMessageExpiry } from './messages/expiry/postgres-message-expiry.ts'
import { createMongoHideMessage } from './messages/hide/mongo-hide-message.ts'
import { createPostgresHideMessage } from './messages/hide/postgres-hide-message.ts'
import { createMongoMessageHistory } from './messages/history/mongo-message-history.ts'
import { createPostgresMessageHistory } from './messages/history/postgres-message-history.ts'
import { readMessages as readMessagesInMongo } from './messages/mongo-read-messages.ts'
import { readMessages } from './messages/postgres-read-messages.ts'
import { createMongoSentMessageLookup } from './messages/send/mongo-sent-message-lookup.ts'
import { createPostgresSentMessageLookup } from './messages/send/postgres-sent-message-lookup.ts'
import { createMongoChatData, createPostgresChatData } from './own-data/own-data-stores.ts'
import { readPictureSecret as readSecretInMongo } from './pictures/mongo-message-pictures.ts'
import { readPictureSecret } from './pictures/postgres-message-pictures.ts'
import { createMongoReactionRepository } from './reactions/mongo-reaction-repository.ts'
import { createPostgresReactionRepository } from './reactions/postgres-reaction-repository.ts'
import { createMongoReceiptLookup } from './receipts/mongo-receipt-lookup.ts'
import { createPostgresReceiptLookup } from './receipts/postgres-receipt-lookup.ts'
import { createReceiptRepository } from './receipts/receipt-repository.ts'
import { createMongoReportedMessages, createPostgresReportedMessages } from './reports/reported-message-stores.ts'
import { createMongoMessageRequests, createMongoRequestOpener } from './requests/mongo-message-requests.ts'
import { createPostgresMessageRequests, createPostgresRequestOpener } from './requests/postgres-message-requests.ts'
import { createMongoMessageSearch } from './search/mongo-message-search.ts'
import { createPostgresMessageSearch } from './search/postgres-message-search.ts'
import type { ChatServiceDeps } from './service.ts'
import { createMongoMessageStars } from './stars/mongo-message-stars.ts'
import { createPostgresMessageStars } from './stars/postgres-message-stars.ts'
import { createMongoThreadRepository } from './threads/mongo-thread-repository.ts'
import { createPostgresThreadRepository } from './threads/postgres-thread-repository.ts'
import { createMongoVideoCompletion, videoTaskCollection } from './video/mongo-videos.ts'
import { createPostgresVideoCompletion } from './video/postgres-videos.ts'
import { createMongoVoicePlays } from './voice/mongo-voice-plays.ts'
import { createMongoVoiceCompletion, voiceTaskCollection } from './voice/mongo-voice-tasks.ts'
import { createPostgresVoicePlays } from './voice/postgres-voice-plays.ts'
import { createPostgresVoiceCompletion } from './voice/postgres-voice-tasks.ts'

/** The ports that the store of this service implements, and the secret that signs the URLs of pictures. */
export type ChatStorePorts = Pick<
  ChatServiceDeps,
  | 'members'
  | 'mentionableMembers'
  | 'relationships'
  | 'mutualFollowers'
  | 'presenceAudience'
  | 'conversations'
  | 'conversationMarks'
  | 'messageDrafts'
  | 'messageRequests'
  | 'messages'
  | 'readMessages'
  | 'findSentMessage'
  | 'voiceTasks'
  | 'expiry'
  | 'videoTasks'
  | 'history'
  | 'readMessageTexts'
  | 'reactions'
  | 'threads'
  | 'search'
  | 'linkPreviews'
  | 'receipts'
  | 'groups'
  | 'ownData'
  | 'refusedWords'
  | 'mediaRemovalQueue'
  | 'scheduleMediaRemovals'
  | 'outbox'
  | 'consumerStore'
  | 'pingStore'
> & {
  readPictureSecret(): Promise<string>
  /** The metrics of the writer and the reader that work in batches. */
  batchMetrics: MetricsSource[]
}

export const createPostgresChatPorts = (pool: PostgresPool): ChatStorePorts => {
  const writer = createPostgresConversationWriter(pool)
  const receiptLookup = createPostgresReceiptLookup(pool)
  return {
    members: createPostgresMemberReadModel(pool),
    mentionableMembers: createPostgresMentionableMembers(pool),
    relationships: createPostgresRelationshipLookup(pool),
    mutualFollowers: createPostgresMutualFollowerList(pool),
    presenceAudience: createPostgresPresenceAudience(pool),
    conversations: createPostgresConversationRepository(pool),
    conversationMarks: createPostgresConversationMarks(pool),
    messageDrafts: createPostgresMessageDrafts(pool),
    messageRequests: createPostgresMessageRequests(pool),
    messages: {
      send: writer.sendMessage,
      edit: createPostgresEditMessage(pool),
      delete: createPostgresDeleteMessage(pool),
      hide: createPostgresHideMessage(pool),
      completeVoice: createPostgresVoiceCompletion(pool),
      completeVideo: createPostgresVideoCompletion(pool),
      storeVoicePlay: createPostgresVoicePlays(pool),
      storeStar: createPostgresMessageStars(pool),
    },
    readMessages: (ids) => readMessages(pool, ids),
    findSentMessage: createPostgresSentMessageLookup(pool),
    voiceTasks: createPostgresEncodingTasks(pool, { table: 'voice_tasks', idColumn: 'message_id' }),
    videoTasks: createPostgresEncodingTasks(pool, { table: 'video_tasks', idColumn: 'message_id' }),
    expiry: createPostgresMessageExpiry(pool),
    history: createPostgresMessageHistory(pool),
    readMessageTexts: createPostgresMessageTexts(pool),
    reactions: createPostgresReactionRepository(pool),
    threads: createPostgresThreadRepository(pool),
    search: createPostgresMessageSearch(pool),
    linkPreviews: createPostgresLinkPreviews(pool),
    receipts: createReceiptRepository(writer, receiptLookup),
    groups: createPostgresGroupStore(pool),
    ownData: createPostgresChatData(pool),
    refusedWords: createPostgresRefusedWords(pool),
    mediaRemovalQueue: createPostgresMediaRemovalQueue(pool),
    scheduleMediaRemovals: (paths, dueAt) => queueMediaRemovals(pool, paths, dueAt),
    outbox: createPostgresOutbox(pool),
    consumerStore: createPostgresConsumerStore(pool, (tx) => ({
      members: createPostgresMemberReadModel(tx),
      refusedWords: createPostgresRefusedWords(tx),
      reportedMessages: createPostgresReportedMessages(tx, newId),
      erasures: createPostgresMemberErasures(tx),
      exportTasks: createPostgresExportTasks(tx),
      eraser: createPostgresMemberDataEraser(tx),
      requestOpener: createPostgresRequestOpener(tx),
    })),
    readPictureSecret: () => readPictureSecret(pool),
    pingStore: () => pool.ping(),
    batchMetrics: [writer, receiptLookup],
  }
}

export const createMongoChatPorts = (mongo: MongoStore): ChatStorePorts => {
  const writer = createMongoConversationWriter(mongo)
  return {
    members: createMongoMemberReadModel(mongo),
    mentionableMembers: createMongoMentionableMembers(mongo),
    relationships: createMongoRelationshipLookup(mongo),
    mutualFollowers: createMongoMutualFollowerList(mongo),
    presenceAudience: createMongoPresenceAudience(mongo),
    conversations: createMongoConversationRepository(mongo),
    conversationMarks: createMongoConversationMarks(mongo),
    messageDrafts: createMongoMessageDrafts(mongo),
    messageRequests: createMongoMessageRequests(mongo),
    messages: {
      send: writer.sendMessage,
      edit: createMongoEditMessage(mongo),
      delete: createMongoDeleteMessage(mongo),
      hide: createMongoHideMessage(mongo),
      completeVoice: createMongoVoiceCompletion(mongo),
      completeVideo: createMongoVideoCompletion(mongo),
      storeVoicePlay: createMongoVoicePlays(mongo),
      storeStar: createMongoMessageStars(mongo),
    },
    readMessages: (ids) => readMessagesInMongo(mongo, ids),
    findSentMessage: createMongoSentMessageLookup(mongo),
    voiceTasks: createMongoEncodingTasks(mongo, voiceTaskCollection),
    videoTasks: createMongoEncodingTasks(mongo, videoTaskCollection),
    expiry: createMongoMessageExpiry(mongo),
    history: createMongoMessageHistory(mongo),
    readMessageTexts: createMongoMessageTexts(mongo),
    reactions: createMongoReactionRepository(mongo),
    threads: createMongoThreadRepository(mongo),
    search: createMongoMessageSearch(mongo),
    linkPreviews: createMongoLinkPreviews(mongo),
    receipts: createReceiptRepository(writer, createMongoReceiptLookup(mongo)),
    groups: createMongoGroupStore(mongo),
    ownData: createMongoChatData(mongo),
    refusedWords: createMongoRefusedWords(mongo),
    mediaRemovalQueue: createMongoMediaRemovalQueue(mongo),
    scheduleMediaRemovals: (paths, dueAt) => queueMediaRemovalsInMongo(mongo, paths, dueAt),
    outbox: createMongoOutbox(mongo),
    consumerStore: createMongoConsumerStore(mongo, (tx) => ({
      members: createMongoMemberReadModel(tx),
      refusedWords: createMongoRefusedWords(tx),
      reportedMessages: createMongoReportedMessages(tx, newId),
      erasures: createMongoMemberErasures(tx),
      exportTasks: createMongoExportTasks(tx),
      eraser: createMongoMemberDataEraser(tx),
      requestOpener: createMongoRequestOpener(tx),
    })),
    readPictureSecret: () => readSecretInMongo(mongo),
    pingStore: () => mongo.ping(),
    batchMetrics: [],
  }
}
