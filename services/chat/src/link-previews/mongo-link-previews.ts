import {
  createMongoLinkPreviewCache,
  findPreviewedUrl,
  type LinkPreview,
  type LinkPreviewJob,
  linkPreviewsIn,
} from '@meadow/link-preview'
import type { MongoDatabase } from '@meadow/storage'
import { withConversationTransaction } from '../conversations/write/mongo-conversation-changes.ts'
import type { ChangedMessage } from '../messages/change-message.ts'
import { changeMessage, changeMessageIn } from '../messages/mongo-change-message.ts'
import { getMessageCollection } from '../messages/mongo-message-rows.ts'
import { toPreviewPicturePath } from '../pictures/picture-paths.ts'
import {
  foundPreviewRule,
  isOutdatedPreview,
  linkPreviewRemovalRule,
  type MessageLinkPreviewStores,
  toFoundPreviewChange,
} from './message-link-preview.ts'

/** Creates the stores on MongoDB. The queue is a field of the documents of messages, which also hold the preview that they show. */
export const createMongoLinkPreviews = (mongo: MongoDatabase): MessageLinkPreviewStores => ({
  cache: createMongoLinkPreviewCache(mongo, {
    async findUsed(tx, ids) {
      const filter = { 'linkPreview._id': { $in: [...ids] } }
      return new Set(
        (await getMessageCollection(tx).distinct('linkPreview._id', filter, tx.operationOptions)) as string[],
      )
    },
    toPath: toPreviewPicturePath,
  }),
  queue: {
    async take(at, { limit, retryAt }) {
      const jobs: LinkPreviewJob[] = []
      while (jobs.length < limit) {
        const message = await getMessageCollection(mongo).findOneAndUpdate(
          { linkPreviewDueAt: { $lte: at } },
          { $set: { linkPreviewDueAt: retryAt } },
          { ...mongo.operationOptions, projection: { facets: 1 }, sort: { linkPreviewDueAt: 1 } },
        )
        if (!message) break
        jobs.push({ id: message._id, url: findPreviewedUrl(message.facets ?? []) })
      }
      return jobs
    },
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
        const isDue = !isRemoved && findPreviewedUrl(facets) !== undefined
        const change = { linkPreviewRemoved: isRemoved, linkPreview: null, rev }
        const update = { $set: { ...change, ...(isDue && { linkPreviewDueAt: DUE_SINCE_EPOCH }) } }
        await getMessageCollection(tx).updateOne({ _id }, update, tx.operationOptions)
      },
    }),
})

/** The time at which a text is due that waits since it was written. */
export const DUE_SINCE_EPOCH = new Date(0)

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
  if (preview && !(await touchPreview(tx, preview._id, at))) return undefined // the cleanup was faster: the job is due again
  const changed = await changeMessageIn(tx, recipientId, toFoundPreviewChange(senderId, found), {
    ...foundPreviewRule,
    async write(tx, { messageId }, { rev }) {
      const update = { $set: { linkPreview: preview, rev } }
      await getMessageCollection(tx).updateOne({ _id: messageId }, update, tx.operationOptions)
    },
  })
  if (isOutdatedPreview(changed.before, job)) {
    const update = { $set: { linkPreviewDueAt: DUE_SINCE_EPOCH } }
    await getMessageCollection(tx).updateOne({ _id: job.id }, update, tx.operationOptions)
  } else await leaveQueue(tx, job.id)
  return changed.isChanged ? changed : undefined
}

async function leaveQueue(mongo: MongoDatabase, _id: string): Promise<void> {
  await getMessageCollection(mongo).updateOne({ _id }, { $unset: { linkPreviewDueAt: true } }, mongo.operationOptions)
}

/** Writes a preview, so that the cleanup, which deletes it at the same time, conflicts. Returns false if it no longer exists. */
const touchPreview = async (tx: MongoDatabase, _id: string, shownAt: Date): Promise<boolean> =>
  (await linkPreviewsIn(tx).updateOne({ _id }, { $set: { shownAt } }, tx.operationOptions)).matchedCount === 1
