import { queueMediaRemovalsInMongo } from '@meadow/media'
import { type MongoCollection, type MongoDatabase, withMongoTransaction } from '@meadow/storage'
import { listPicturePaths, planPictureDeletion, type UploadedPicture } from './picture.ts'
import type { PictureRepository } from './picture-repository.ts'

type PictureUse = 'post' | 'profile'

/**
 * A picture. `postId` is the post that shows it. `shownUntil` is the time when a profile last showed it, or of its upload.
 * `waitsFor` is the use for which it was uploaded, and null while a post, profile or draft shows it; `draftId` is that draft.
 */
export type PictureDocument = UploadedPicture & {
  postId: string | null
  onProfile: boolean
  shownUntil: Date
  waitsFor: PictureUse | null
  draftId?: string | null
}

export const pictureCollection: MongoCollection = {
  name: 'media',
  indexes: [
    { name: 'by_random', key: { random: 1 }, unique: true },
    { name: 'on_profiles', key: { ownerId: 1, onProfile: 1 } },
    { name: 'unused', key: { waitsFor: 1, createdAt: 1 } },
    { name: 'unshown', key: { waitsFor: 1, shownUntil: 1 } },
  ],
}

export const picturesIn = ({ db }: MongoDatabase) => db.collection<PictureDocument>(pictureCollection.name)

/** Returns the use for which a picture was uploaded. */
export const toPictureUse = ({ purpose }: Pick<UploadedPicture, 'purpose'>): PictureUse =>
  purpose === 'post' ? 'post' : 'profile'

const BATCH_SIZE = 20

export const createMongoPictureRepository = (mongo: MongoDatabase): PictureRepository => {
  const deleteUnused = (
    waitsFor: PictureUse,
    since: 'createdAt' | 'shownUntil',
    { before, at }: Record<'before' | 'at', Date>,
  ) =>
    withMongoTransaction(mongo, async (tx) => {
      const pictures = await picturesIn(tx)
        .find({ waitsFor, [since]: { $lt: before } }, tx.operationOptions)
        .limit(BATCH_SIZE)
        .toArray()
      await deletePictures(tx, pictures, at)
      return pictures.length
    })

  return {
    async add(picture) {
      const unused = { postId: null, onProfile: false, shownUntil: picture.createdAt, waitsFor: toPictureUse(picture) }
      await picturesIn(mongo).insertOne({ ...picture, ...unused }, mongo.operationOptions)
    },
    async deleteUnattached(_id, at) {
      await withMongoTransaction(mongo, async (tx) => {
        const picture = await picturesIn(tx).findOne({ _id }, tx.operationOptions)
        if (picture?.postId === null) await deletePictures(tx, [picture], at)
      })
    },
    deleteUnusedPostPictures: (before, at) => deleteUnused('post', 'createdAt', { before, at }),
    deleteUnusedProfilePictures: (before, at) => deleteUnused('profile', 'shownUntil', { before, at }),
  }
}

type DeletablePicture = Pick<UploadedPicture, '_id' | 'ownerId' | 'random' | 'narrower'>

/** Deletes the pictures of a post in the transaction `tx` that deletes it, except those that a profile shows. */
export async function deletePicturesOfPost(
  tx: MongoDatabase,
  pictures: readonly Pick<UploadedPicture, '_id'>[],
  at: Date,
): Promise<void> {
  const ids = pictures.map(({ _id }) => _id)
  const stored = await picturesIn(tx)
    .find({ _id: { $in: ids } }, tx.operationOptions)
    .toArray()
  const { deleted, kept } = planPictureDeletion(stored)
  const keptIds = kept.map(({ _id }) => _id)
  if (kept.length > 0)
    await picturesIn(tx).updateMany({ _id: { $in: keptIds } }, { $set: { postId: null } }, tx.operationOptions)
  await deletePictures(tx, deleted, at)
}

/** Deletes pictures and queues their files for removal, in the transaction `tx`. */
async function deletePictures(tx: MongoDatabase, pictures: readonly DeletablePicture[], at: Date): Promise<void> {
  await picturesIn(tx).deleteMany({ _id: { $in: pictures.map(({ _id }) => _id) } }, tx.operationOptions)
  await queueMediaRemovalsInMongo(tx, pictures.flatMap(listPicturePaths), at)
}

/** Deletes up to `limit` pictures of a member, also those of a profile, in the transaction `tx`. Returns their number. */
export async function deletePicturesOfOwner(
  tx: MongoDatabase,
  ownerId: string,
  { limit, at }: { limit: number; at: Date },
): Promise<number> {
  const pictures = await picturesIn(tx).find({ ownerId }, tx.operationOptions).limit(limit).toArray()
  await deletePictures(tx, pictures, at)
  return pictures.length
}
