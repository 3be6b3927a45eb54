import { removeLaterFromMongo } from '@meadow/media'
import { type Collection, type Mongo, mongoTransaction } from '@meadow/storage'
import type { MediaRepository } from './media-repository.ts'
import { toPaths, type UploadedPicture } from './picture.ts'

type Use = 'post' | 'profile'

/**
 * `postId` once a post shows it; `shownUntil` is when a profile did last, or when it was uploaded; `waitsFor` is what it was
 * uploaded for, while nothing shows it.
 */
export type MediaRow = UploadedPicture & {
  postId: string | null
  onProfile: boolean
  shownUntil: Date
  waitsFor: Use | null
}

export const mediaCollection: Collection = {
  name: 'media',
  indexes: [
    { name: 'by_random', key: { random: 1 }, unique: true },
    { name: 'on_profiles', key: { ownerId: 1, onProfile: 1 } },
    { name: 'unused', key: { waitsFor: 1, createdAt: 1 } },
    { name: 'unshown', key: { waitsFor: 1, shownUntil: 1 } },
  ],
}

export const mediaIn = ({ db }: Mongo) => db.collection<MediaRow>(mediaCollection.name)

/** What a picture waits for when nothing shows it. */
export const purposeOf = ({ purpose }: Pick<UploadedPicture, 'purpose'>): Use =>
  purpose === 'post' ? 'post' : 'profile'

const AT_ONCE = 20

export const mongoMedia = (mongo: Mongo): MediaRepository => {
  const forgetSome = (
    waitsFor: Use,
    since: 'createdAt' | 'shownUntil',
    { before, at }: Record<'before' | 'at', Date>,
  ) =>
    mongoTransaction(mongo, async (tx) => {
      const pictures = await mediaIn(tx)
        .find({ waitsFor, [since]: { $lt: before } }, tx.within)
        .limit(AT_ONCE)
        .toArray()
      await forgetPictures(tx, pictures, at)
      return pictures.length
    })

  return {
    async add(picture) {
      const unused = { postId: null, onProfile: false, shownUntil: picture.createdAt, waitsFor: purposeOf(picture) }
      await mediaIn(mongo).insertOne({ ...picture, ...unused }, mongo.within)
    },
    async forget(_id, at) {
      await mongoTransaction(mongo, async (tx) => {
        const picture = await mediaIn(tx).findOne({ _id }, tx.within)
        if (picture?.postId === null) await forgetPictures(tx, [picture], at)
      })
    },
    forgetUnused: (before, at) => forgetSome('post', 'createdAt', { before, at }),
    forgetUnshown: (before, at) => forgetSome('profile', 'shownUntil', { before, at }),
  }
}

type Forgotten = Pick<UploadedPicture, '_id' | 'ownerId' | 'random' | 'narrower'>

/** Forgets pictures and leaves their files to the sweep, both in the transaction. */
export async function forgetPictures(tx: Mongo, pictures: readonly Forgotten[], at: Date): Promise<void> {
  await mediaIn(tx).deleteMany({ _id: { $in: pictures.map(({ _id }) => _id) } }, tx.within)
  await removeLaterFromMongo(tx, pictures.flatMap(toPaths), at)
}
