import { type EventOf, events, fromPictureAddress } from '@meadow/contracts'
import { on } from '@meadow/events'

/** What a profile shows as of one of its versions. */
type ShownPictures = {
  ownerId: string
  profileVersion: number
  /** The random parts of the addresses. */
  randoms: readonly string[]
  at: Date
}

/** Which pictures profiles show; bound to the transaction of the consumer. */
export type ProfilePictures = {
  /**
   * Keeps these pictures of the owner's and releases those that the profile showed before. Pictures that a newer version
   * says something about stay as they are.
   */
  show(shown: ShownPictures): Promise<void>
}

type Told = EventOf<typeof events.memberUpdated | typeof events.profileTold>
type Bound = { profilePictures: ProfilePictures }

const show = ({ subject, time, data }: Told, { profilePictures }: Bound) => {
  const { avatar, cover = '', profileVersion } = data
  const randoms = [avatar, cover].flatMap((address) => fromPictureAddress(address)?.picture.random ?? [])
  return profilePictures.show({ ownerId: subject, profileVersion, randoms, at: new Date(time) })
}

/** To run after the handlers of the members read model, which knows the newest version. */
export const profilePictureHandlers = [on(events.memberUpdated, show), on(events.profileTold, show)]
