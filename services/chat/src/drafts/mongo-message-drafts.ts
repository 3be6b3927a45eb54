import { type MongoCollection, type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import {
  MAX_DELETED_DRAFTS,
  type MessageDraftRepository,
  messageDraftRule,
  type StoredMessageDraft,
} from './message-draft.ts'

const BATCH_SIZE = 100

/** `_id` is made of the member and the conversation, which `conversation` names. `deletedAt` is there if the draft was deleted. */
export type MessageDraftDocument = {
  _id: string
  memberId: string
  conversation: string
  content: string
  changedAt: Date
  deletedAt?: Date
}

export const messageDraftCollection: MongoCollection = {
  name: 'message_drafts',
  indexes: [
    { name: 'newest', key: { memberId: 1, changedAt: -1 } },
    { name: 'deleted', key: { deletedAt: 1 } },
  ],
}

export const messageDraftsIn = ({ db }: MongoDatabase) =>
  db.collection<MessageDraftDocument>(messageDraftCollection.name)

const toDraftDocumentId = (memberId: string, id: string): string => `${memberId} ${id}`

/** Creates `MessageDraftRepository` on MongoDB. */
export const createMongoMessageDrafts = (mongo: MongoDatabase): MessageDraftRepository => ({
  async list(memberId) {
    const drafts = messageDraftsIn(mongo).find({ memberId, deletedAt: { $exists: false } }, mongo.operationOptions)
    return (await drafts.sort({ changedAt: -1 }).toArray()).map(documentToDraft)
  },

  save: (change) =>
    inDraftTransaction(mongo, change.memberId, async (tx) => {
      const { _id, memberId, content, changedAt } = change
      const draft = { _id, content, changedAt }
      const filter = { memberId, deletedAt: { $exists: false } }
      const count = await messageDraftsIn(tx).countDocuments(filter, tx.operationOptions)
      if (!messageDraftRule.mayStore(await readDraft(tx, memberId, _id), draft, count)) return draft
      await replaceDraft(tx, { memberId, conversation: _id, content, changedAt })
      return draft
    }),

  delete: (deletion) =>
    inDraftTransaction(mongo, deletion.memberId, async (tx) => {
      const { _id, memberId, changedAt, at } = deletion
      if (!messageDraftRule.mayDelete(await readDraft(tx, memberId, _id), deletion)) return
      await replaceDraft(tx, { memberId, conversation: _id, content: '', changedAt, deletedAt: at })
      const oldest = await messageDraftsIn(tx)
        .find({ memberId, deletedAt: { $exists: true } }, { ...tx.operationOptions, projection: { _id: 1 } })
        .sort({ deletedAt: -1, _id: 1 })
        .skip(MAX_DELETED_DRAFTS)
        .toArray()
      if (oldest.length > 0)
        await messageDraftsIn(tx).deleteMany({ _id: { $in: oldest.map((draft) => draft._id) } }, tx.operationOptions)
    }),

  async forgetDeleted(before) {
    const drafts = await messageDraftsIn(mongo)
      .find({ deletedAt: { $lt: before } }, { ...mongo.operationOptions, projection: { _id: 1 } })
      .limit(BATCH_SIZE)
      .toArray()
    const filter = { _id: { $in: drafts.map(({ _id }) => _id) }, deletedAt: { $lt: before } }
    await messageDraftsIn(mongo).deleteMany(filter, mongo.operationOptions)
    return drafts.length === BATCH_SIZE
  },
})

/** Lets the changes of the drafts of one member wait for each other, so that their number is right. */
const inDraftTransaction = <T>(mongo: MongoDatabase, memberId: string, work: (tx: MongoDatabase) => Promise<T>) =>
  withMongoTransaction(mongo, work, `message drafts ${memberId}`)

async function replaceDraft(tx: MongoDatabase, draft: Omit<MessageDraftDocument, '_id'>): Promise<void> {
  const _id = toDraftDocumentId(draft.memberId, draft.conversation)
  await messageDraftsIn(tx).replaceOne({ _id }, draft, { ...tx.operationOptions, upsert: true })
}

async function readDraft(tx: MongoDatabase, memberId: string, id: string): Promise<StoredMessageDraft | undefined> {
  const draft = await messageDraftsIn(tx).findOne({ _id: toDraftDocumentId(memberId, id) }, tx.operationOptions)
  return draft ? documentToDraft(draft) : undefined
}

const documentToDraft = ({
  conversation,
  content,
  changedAt,
  deletedAt,
}: MessageDraftDocument): StoredMessageDraft => ({
  _id: conversation,
  content,
  changedAt,
  deletedAt: deletedAt ?? null,
})
