import { mongoMembers } from '@meadow/members'
import type { Mongo } from '@meadow/storage'
import { mediaIn } from './mongo-media-repository.ts'
import type { ProfilePictures } from './profile-pictures.ts'

/** Notes on the documents of `media`, beside the read model of members; `tx` is the transaction of a consumer. */
export const mongoProfilePictures = (tx: Mongo): ProfilePictures => ({
  async show({ ownerId, randoms, profileVersion, at }) {
    const member = (await mongoMembers(tx).find([ownerId])).get(ownerId)
    if (member && member.profileVersion > profileVersion) return
    const shown = { ownerId, random: { $in: [...randoms] }, onProfile: false }
    const released = { ownerId, random: { $nin: [...randoms] }, onProfile: true }
    await mediaIn(tx).updateMany(shown, { $set: { onProfile: true } }, tx.within)
    await mediaIn(tx).updateMany(released, { $set: { onProfile: false, shownUntil: at } }, tx.within)
  },
})
