import { mongoMembers } from '@meadow/members'
import type { Mongo } from '@meadow/storage'
import { mediaIn, purposeOf } from './mongo-media-repository.ts'
import type { ProfilePictures } from './profile-pictures.ts'

/** Notes on the documents of `media`, beside the read model of members; `tx` is the transaction of a consumer. */
export const mongoProfilePictures = (tx: Mongo): ProfilePictures => ({
  async show({ ownerId, randoms, profileVersion, at }) {
    const member = (await mongoMembers(tx).find([ownerId])).get(ownerId)
    if (member && member.profileVersion > profileVersion) return
    const shown = await mediaIn(tx)
      .find({ random: { $in: [...randoms] } }, tx.within)
      .toArray()
    for (const { _id, ownerId: owner } of shown)
      if (owner === ownerId)
        await mediaIn(tx).updateOne({ _id }, { $set: { onProfile: true, waitsFor: null } }, tx.within)
    const before = await mediaIn(tx).find({ ownerId, onProfile: true }, tx.within).toArray()
    for (const picture of before.filter(({ random }) => !randoms.includes(random))) {
      const waitsFor = picture.postId === null ? purposeOf(picture) : null
      const released = { onProfile: false, shownUntil: at, waitsFor }
      await mediaIn(tx).updateOne({ _id: picture._id }, { $set: released }, tx.within)
    }
  },
})
