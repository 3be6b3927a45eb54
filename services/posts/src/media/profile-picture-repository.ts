import { type EventOf, events, parsePictureAddress } from '@meadow/contracts'
import { onEvent } from '@meadow/events'
import type { CurrentProfilePictures } from './picture.ts'

/** Stores which pictures profiles show. It is bound to the transaction of an event consumer. */
export type ProfilePictureRepository = {
  /**
   * Marks these pictures of the owner as used, and the previous pictures of the profile as unused, as `planProfilePictures`
   * decides. Does nothing if a newer version of the profile is known.
   */
  setCurrent(current: CurrentProfilePictures): Promise<void>
}

type ProfileEvent = EventOf<typeof events.memberUpdated | typeof events.memberProfileSnapshot>
type ProfilePictureContext = { profilePictures: ProfilePictureRepository }

const updateProfilePictures = ({ subject, time, data }: ProfileEvent, { profilePictures }: ProfilePictureContext) => {
  const { avatar, cover = '', profileVersion } = data
  const randoms = [avatar, cover].flatMap((url) => parsePictureAddress(url)?.picture.random ?? [])
  return profilePictures.setCurrent({ ownerId: subject, profileVersion, randoms, at: new Date(time) })
}

/** Handlers that must run after those of the members read model, which stores the newest profile version. */
export const profilePictureHandlers = [
  onEvent(events.memberUpdated, updateProfilePictures),
  onEvent(events.memberProfileSnapshot, updateProfilePictures),
]
