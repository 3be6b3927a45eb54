import { createMongoMemberReadModel } from '@meadow/members'
import type { MongoDatabase } from '@meadow/storage'
import { picturesIn, toPictureUse } from './mongo-picture-repository.ts'
import type { ProfilePictureRepository } from './profile-picture-repository.ts'

/** Notes on the documents of `media`, beside the read model of members; `tx` is the transaction of a consumer. */
export const createMongoProfilePictureRepository = (tx: MongoDatabase): ProfilePictureRepository => ({
  async setCurrent({ ownerId, randoms, profileVersion, at }) {
    const member = (await createMongoMemberReadModel(tx).find([ownerId])).get(ownerId)
    if (member && member.profileVersion > profileVersion) return
    const shown = await picturesIn(tx)
      .find({ random: { $in: [...randoms] } }, tx.operationOptions)
      .toArray()
    for (const { _id, ownerId: owner } of shown)
      if (owner === ownerId)
        await picturesIn(tx).updateOne({ _id }, { $set: { onProfile: true, waitsFor: null } }, tx.operationOptions)
    const before = await picturesIn(tx).find({ ownerId, onProfile: true }, tx.operationOptions).toArray()
    for (const picture of before.filter(({ random }) => !randoms.includes(random))) {
      const waitsFor = picture.postId === null ? toPictureUse(picture) : null
      const released = { onProfile: false, shownUntil: at, waitsFor }
      await picturesIn(tx).updateOne({ _id: picture._id }, { $set: released }, tx.operationOptions)
    }
  },
})
