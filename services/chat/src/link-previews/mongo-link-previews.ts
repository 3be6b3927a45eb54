import {
  createMongoFindUsedLinkPreviews,
  createMongoLinkPreviewCache,
  createMongoTakeLinkPreviewJobs,
  DUE_LINK_PREVIEW,
  isOutdatedPreview,
  type LinkPreview,
  type LinkPreviewJob,
  toDueLinkPreview,
  touchLinkPreview,
} from '@meadow/link-preview'
import type { MongoDatabase } from '@meadow/storage'
import { withConversationTransaction } from '../conversations/write/mongo-conversation-changes.ts'
import type { ChangedMessage } from '../messages/change-message.ts'
import { changeMessage, changeMessageIn } from '../messages/mongo-change-message.ts'
import { getMessageCollection } from '../messages/mongo-message-rows.ts'
import { toPreviewPicturePath } from '../pictures/picture-paths.ts'
import {
  foundPreviewRule,
  linkPreviewRemovalRule,
  type MessageLinkPreviewStores,
  toFoundPreviewChange,
} from './message-link-preview.ts'

/** Creates the stores on MongoDB. The queue is a field of the documents of messages, which also hold the preview that they show. */
export const createMongoLinkPreviews = (mongo: MongoDatabase): MessageLinkPreviewStores => ({
  cache: createMongoLinkPreviewCache(mongo, {
    findUsed: createMongoFindUsedLinkPreviews('messages'),
    toPath: toPreviewPicturePath,
  }),
  queue: {
    take: createMongoTakeLinkPreviewJobs(mongo, 'messages'),
    async finish(job, preview, at) {
      const options = { ...mongo.operationOptions, projection: { senderId: 1, recipientId: 1 } }
      const message = await getMessageCollection(mongo).findOne({ _id: job.id }, options)
      if (!message?.recipientId) {
        await leaveQueue(mongo, job.id) // messages of groups show no preview yet
        return undefined
      }
      const { senderId, recipientId } = message
      return withConversationTransaction(mongo, [senderId, recipientId], (tx) =>
        finishJob(tx, { job, preview, at, senderId, recipientId }),
      )
    },
  },
  setRemoved: (removal) =>
    changeMessage(mongo, removal, {
      ...linkPreviewRemovalRule,
      async write(tx, { isRemoved }, { message: { _id, facets }, rev }) {
        const change = { linkPreviewRemoved: isRemoved, linkPreview: null, rev }
        const update = { $set: { ...change, ...(!isRemoved && toDueLinkPreview(facets)) } }
        await getMessageCollection(tx).updateOne({ _id }, update, tx.operationOptions)
      },
    }),
})

type FinishedJob = {
  job: LinkPreviewJob
  preview: LinkPreview | null
  at: Date
  senderId: string
  recipientId: string
}

async function finishJob(
  tx: MongoDatabase,
  { senderId, recipientId, ...found }: FinishedJob,
): Promise<ChangedMessage | undefined> {
  const { job, preview, at } = found
  if (preview && !(await touchLinkPreview(tx, preview._id, at))) return undefined // the cleanup was faster: the job is due again
  const changed = await changeMessageIn(tx, recipientId, toFoundPreviewChange(senderId, found), {
    ...foundPreviewRule,
    async write(tx, { messageId }, { rev }) {
      const update = { $set: { linkPreview: preview, rev } }
      await getMessageCollection(tx).updateOne({ _id: messageId }, update, tx.operationOptions)
    },
  })
  if (isOutdatedPreview(changed.before, job)) {
    await getMessageCollection(tx).updateOne({ _id: job.id }, { $set: DUE_LINK_PREVIEW }, tx.operationOptions)
  } else await leaveQueue(tx, job.id)
  return changed.isChanged ? changed : undefined
}

async function leaveQueue(mongo: MongoDatabase, _id: string): Promise<void> {
  await getMessageCollection(mongo).updateOne({ _id }, { $unset: { linkPreviewDueAt: true } }, mongo.operationOptions)
}
