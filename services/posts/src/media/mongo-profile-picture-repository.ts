import { createMongoMemberReadModel } from '@meadow/members'
import type { MongoDatabase } from '@meadow/storage'
import { picturesIn, toPictureUse } from './mongo-picture-repository.ts'
import { planProfilePictures } from './picture.ts'
import type { ProfilePictureRepository } from './profile-picture-repository.ts'

/** Stores the use of pictures in the documents of `media`, in the transaction `tx` of an event consumer. */
export const createMongoProfilePictureRepository = (tx: MongoDatabase): ProfilePictureRepository => ({
  async setCurrent(current) {
    const { ownerId, randoms, at } = current
    const { operationOptions: within } = tx
    const pictures = picturesIn(tx)
    const member = (await createMongoMemberReadModel(tx).find([ownerId])).get(ownerId)
    const { shown, released } = planProfilePictures(current, {
      knownVersion: member?.profileVersion,
      stored: [
        ...(await pictures.find({ random: { $in: [...randoms] } }, within).toArray()),
        ...(await pictures.find({ ownerId, onProfile: true }, within).toArray()),
      ],
    })
    const toFilter = ({ _id }: { _id: string }) => ({ _id })
    for (const picture of shown)
      await pictures.updateOne(toFilter(picture), { $set: { onProfile: true, waitsFor: null } }, within)
    for (const picture of released) {
      const waitsFor = picture.postId === null ? toPictureUse(picture) : null
      const change = { onProfile: false, shownUntil: at, waitsFor }
      await pictures.updateOne(toFilter(picture), { $set: change }, within)
    }
  },
})
