import { createMongoMemberReadModel } from '@meadow/members'
import type { MongoDatabase } from '@meadow/storage'
import { picturesIn, toPictureUse } from './mongo-picture-repository.ts'
import type { ProfilePictureRepository } from './profile-picture-repository.ts'

/** Stores the use of pictures in the documents of `media`, in the transaction `tx` of an event consumer. */
export const createMongoProfilePictureRepository = (tx: MongoDatabase): ProfilePictureRepository => ({
  async setCurrent({ ownerId, randoms, profileVersion, at }) {
    const member = (await createMongoMemberReadModel(tx).find([ownerId])).get(ownerId)
    if (member && member.profileVersion > profileVersion) return
    const pictures = await picturesIn(tx)
      .find({ random: { $in: [...randoms] } }, tx.operationOptions)
      .toArray()
    for (const picture of pictures)
      if (picture.ownerId === ownerId)
        await picturesIn(tx).updateOne(
          { _id: picture._id },
          { $set: { onProfile: true, waitsFor: null } },
          tx.operationOptions,
        )
    const currentAndPrevious = await picturesIn(tx).find({ ownerId, onProfile: true }, tx.operationOptions).toArray()
    for (const picture of currentAndPrevious.filter(({ random }) => !randoms.includes(random))) {
      const waitsFor = picture.postId === null ? toPictureUse(picture) : null
      const released = { onProfile: false, shownUntil: at, waitsFor }
      await picturesIn(tx).updateOne({ _id: picture._id }, { $set: released }, tx.operationOptions)
    }
  },
})
