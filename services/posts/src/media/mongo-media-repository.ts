import { removeLaterFromMongo } from '@meadow/media'
import { type Collection, type Mongo, mongoTransaction } from '@meadow/storage'
import type { MediaRepository } from './media-repository.ts'
import { toPaths, type UploadedPicture } from './picture.ts'

/** `postId` once a post shows it; `shownUntil` is when a profile did last, or when it was uploaded. */
export type MediaRow = UploadedPicture & { postId: string | null; onProfile: boolean; shownUntil: Date }

export const mediaCollection: Collection = {
  name: 'media',
  indexes: [
    { name: 'by_random', key: { random: 1 }, unique: true },
    { name: 'on_profiles', key: { ownerId: 1, onProfile: 1 } },
    { name: 'free', key: { postId: 1, onProfile: 1, purpose: 1, createdAt: 1 } },
  ],
}

export const mediaIn = ({ db }: Mongo) => db.collection<MediaRow>(mediaCollection.name)

const AT_ONCE = 20
const isFree = { postId: null, onProfile: false }

export const mongoMedia = (mongo: Mongo): MediaRepository => {
  /** What was shown until then was uploaded before then. */
  const forgetFree = (purpose: UploadedPicture['purpose'][], before: Date, at: Date) =>
    mongoTransaction(mongo, async (tx) => {
      const wanted = { ...isFree, purpose: { $in: purpose }, createdAt: { $lt: before } }
      const shown = purpose.includes('post') ? {} : { shownUntil: { $lt: before } }
      const pictures = await mediaIn(tx)
        .find({ ...wanted, ...shown }, tx.within)
        .limit(AT_ONCE)
        .toArray()
      await forgetPictures(tx, pictures, at)
      return pictures.length
    })

  return {
    async add(picture) {
      await mediaIn(mongo).insertOne({ ...picture, ...isFree, shownUntil: picture.createdAt }, mongo.within)
    },
    async forget(_id, at) {
      await mongoTransaction(mongo, async (tx) => {
        const picture = await mediaIn(tx).findOne({ _id, postId: null }, tx.within)
        if (picture) await forgetPictures(tx, [picture], at)
      })
    },
    forgetUnused: (before, at) => forgetFree(['post'], before, at),
    forgetUnshown: (before, at) => forgetFree(['avatar', 'cover'], before, at),
  }
}

type Forgotten = Pick<UploadedPicture, '_id' | 'ownerId' | 'random' | 'narrower'>

/** Forgets pictures and leaves their files to the sweep, both in the transaction. */
export async function forgetPictures(tx: Mongo, pictures: readonly Forgotten[], at: Date): Promise<void> {
  await mediaIn(tx).deleteMany({ _id: { $in: pictures.map(({ _id }) => _id) } }, tx.within)
  await removeLaterFromMongo(tx, pictures.flatMap(toPaths), at)
}
