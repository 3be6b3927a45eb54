import { type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { picturesIn } from '../media/mongo-picture-repository.ts'
import { choosePostPictures } from '../posts/post.ts'
import { DEFAULT_POST_SETTINGS } from '../posts/post-settings.ts'
import { mayDeleteDraft, mayStoreDraft, type PostDraft, type StoredPostDraft, toDraftPictures } from './draft.ts'
import type { PostDraftRepository } from './draft-repository.ts'
import { type PostDraftDocument, postDraftsIn, toDraftDocumentId } from './mongo-draft-collection.ts'

const BATCH_SIZE = 100

export const createMongoPostDraftRepository = (mongo: MongoDatabase): PostDraftRepository => ({
  async list(memberId) {
    const drafts = await postDraftsIn(mongo)
      .find({ memberId, deletedAt: { $exists: false } }, mongo.operationOptions)
      .sort({ changedAt: -1 })
      .toArray()
    return toStoredDrafts(mongo, drafts)
  },

  save: (change) =>
    withMongoTransaction(
      mongo,
      async (tx) => {
        const { _id, memberId, content, settings, changedAt } = change
        const stored = await readDraft(tx, memberId, _id)
        const known = []
        for (const { reference } of change.pictures)
          known.push(...(await picturesIn(tx).find(reference, tx.operationOptions).toArray()))
        const pictures = choosePostPictures({ author: { _id: memberId }, ...change }, known)
        const draft: PostDraft = { _id, content, settings, changedAt, pictures }
        const filter = { memberId, deletedAt: { $exists: false } }
        const count = await postDraftsIn(tx).countDocuments(filter, tx.operationOptions)
        if (!mayStoreDraft(stored, draft, count)) return draft
        const references = pictures.map((picture) => ({ _id: picture._id, alt: picture.alt }))
        const document = { draftId: _id, memberId, content, pictures: references, settings, changedAt }
        await replaceDraft(tx, document, stored)
        return draft
      },
      `drafts ${change.memberId}`,
    ),

  delete: (deletion) =>
    withMongoTransaction(
      mongo,
      async (tx) => {
        const { _id, memberId, changedAt, at } = deletion
        const stored = await readDraft(tx, memberId, _id)
        if (!mayDeleteDraft(stored, deletion)) return
        const empty = { content: '', pictures: [], settings: DEFAULT_POST_SETTINGS }
        await replaceDraft(tx, { draftId: _id, memberId, ...empty, changedAt, deletedAt: at }, stored)
      },
      `drafts ${deletion.memberId}`,
    ),

  async forgetDeleted(before) {
    const drafts = await postDraftsIn(mongo)
      .find({ deletedAt: { $lt: before } }, { ...mongo.operationOptions, projection: { _id: 1 } })
      .limit(BATCH_SIZE)
      .toArray()
    const filter = { _id: { $in: drafts.map(({ _id }) => _id) }, deletedAt: { $lt: before } }
    await postDraftsIn(mongo).deleteMany(filter, mongo.operationOptions)
    return drafts.length === BATCH_SIZE
  },
})

/** Stores a draft, keeps its pictures, and releases those that it no longer has. */
async function replaceDraft(
  tx: MongoDatabase,
  draft: Omit<PostDraftDocument, '_id'>,
  before: StoredPostDraft | undefined,
): Promise<void> {
  const options = tx.operationOptions
  const _id = toDraftDocumentId(draft.memberId, draft.draftId)
  await postDraftsIn(tx).replaceOne({ _id }, draft, { ...options, upsert: true })
  const ids = draft.pictures.map((picture) => picture._id)
  const released = (before?.pictures ?? []).map((picture) => picture._id).filter((id) => !ids.includes(id))
  const { draftId } = draft
  if (released.length > 0)
    await picturesIn(tx).updateMany(
      { _id: { $in: released }, draftId, postId: null },
      { $set: { waitsFor: 'post', draftId: null } },
      options,
    )
  if (ids.length > 0)
    await picturesIn(tx).updateMany({ _id: { $in: ids } }, { $set: { waitsFor: null, draftId } }, options)
}

async function readDraft(tx: MongoDatabase, memberId: string, id: string): Promise<StoredPostDraft | undefined> {
  const draft = await postDraftsIn(tx).findOne({ _id: toDraftDocumentId(memberId, id) }, tx.operationOptions)
  return draft ? (await toStoredDrafts(tx, [draft]))[0] : undefined
}

async function toStoredDrafts(mongo: MongoDatabase, drafts: readonly PostDraftDocument[]): Promise<StoredPostDraft[]> {
  const ids = drafts.flatMap(({ pictures }) => pictures.map(({ _id }) => _id))
  const stored =
    ids.length > 0
      ? await picturesIn(mongo)
          .find({ _id: { $in: ids } }, mongo.operationOptions)
          .toArray()
      : []
  return drafts.map(({ draftId, content, pictures, settings, changedAt, deletedAt }) => ({
    _id: draftId,
    content,
    pictures: toDraftPictures(pictures, stored),
    settings,
    changedAt,
    deletedAt: deletedAt ?? null,
  }))
}
