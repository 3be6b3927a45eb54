import { type EventOf, events, parsePictureAddress } from '@meadow/contracts'
import { onEvent } from '@meadow/events'

/** What a profile shows as of one of its versions. */
type CurrentProfilePictures = {
  ownerId: string
  profileVersion: number
  /** The random parts of the addresses. */
  randoms: readonly string[]
  at: Date
}

/** Which pictures profiles show; bound to the transaction of the consumer. */
export type ProfilePictureRepository = {
  /**
   * Keeps these pictures of the owner's and releases those that the profile showed before. Pictures that a newer version
   * says something about stay as they are.
   */
  setCurrent(shown: CurrentProfilePictures): Promise<void>
}

type Told = EventOf<typeof events.memberUpdated | typeof events.memberProfileSnapshot>
type Bound = { profilePictures: ProfilePictureRepository }

const show = ({ subject, time, data }: Told, { profilePictures }: Bound) => {
  const { avatar, cover = '', profileVersion } = data
  const randoms = [avatar, cover].flatMap((address) => parsePictureAddress(address)?.picture.random ?? [])
  return profilePictures.setCurrent({ ownerId: subject, profileVersion, randoms, at: new Date(time) })
}

/** To run after the handlers of the members read model, which knows the newest version. */
export const profilePictureHandlers = [onEvent(events.memberUpdated, show), onEvent(events.memberProfileSnapshot, show)]
