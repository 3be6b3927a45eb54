import { type MediaView, type PictureName, type PicturePurpose, toPictureAddress } from '@meadow/contracts'
import { listPictureFiles, toMediaView } from '@meadow/media'

/** An uploaded picture. `random` is the unguessable part of its URL: 128 bits in hexadecimal, marked with the purpose. */
export type UploadedPicture = {
  _id: string
  ownerId: string
  purpose: PicturePurpose
  random: string
  width: number
  height: number
  placeholder: string
  /** The widths of its narrower files in pixels, narrowest first. */
  narrower: number[]
  createdAt: Date
}

/** Returns the name of a file without extension: of the picture itself, or of its narrower file of that width. */
export const toPictureFileName = ({ random }: PictureName, narrower?: number): string =>
  narrower ? `${random}-${narrower}` : random

/** Returns the path of a file in the media store. */
export const toPicturePath = (picture: PictureName, narrower?: number): string =>
  `p/${picture.ownerId}/${toPictureFileName(picture, narrower)}.webp`

/** Lists the paths of all files of a picture. */
export const listPicturePaths = (picture: PictureName & Pick<UploadedPicture, 'narrower'>): string[] =>
  listPictureFiles(picture, (narrower) => toPicturePath(picture, narrower))

/** Converts a picture to its view in responses. */
export const toPictureView = (picture: Omit<UploadedPicture, 'purpose' | 'createdAt'>): Omit<MediaView, 'alt'> =>
  toMediaView(picture, (narrower) => toPictureAddress(picture, narrower))

/** The pictures of a deleted post: those to delete with it, and those to keep, because the profile of their owner shows them. */
export function planPictureDeletion<Picture extends { onProfile: boolean }>(
  pictures: readonly Picture[],
): Record<'deleted' | 'kept', Picture[]> {
  const { deleted = [], kept = [] } = Object.groupBy(pictures, ({ onProfile }) => (onProfile ? 'kept' : 'deleted'))
  return { deleted, kept }
}

/** The avatar and cover of a profile in one of its versions, as of `at`. */
export type CurrentProfilePictures = {
  ownerId: string
  profileVersion: number
  /** The random parts of the pictures' URLs. */
  randoms: readonly string[]
  at: Date
}

/**
 * Plans which pictures a profile begins to show and which it no longer shows. `knownVersion` is the newest known version of
 * the profile; if it is newer than `profileVersion`, nothing changes. `stored` are at least the pictures that the profile
 * shows and those of `randoms`. Pictures of other members are never changed.
 */
export function planProfilePictures<
  Picture extends Pick<UploadedPicture, 'ownerId' | 'random'> & { onProfile: boolean },
>(
  { ownerId, profileVersion, randoms }: CurrentProfilePictures,
  { knownVersion, stored }: { knownVersion: number | undefined; stored: readonly Picture[] },
): Record<'shown' | 'released', Picture[]> {
  if (knownVersion !== undefined && knownVersion > profileVersion) return { shown: [], released: [] }
  const own = stored.filter((picture) => picture.ownerId === ownerId)
  return {
    shown: own.filter(({ random, onProfile }) => !onProfile && randoms.includes(random)),
    released: own.filter(({ random, onProfile }) => onProfile && !randoms.includes(random)),
  }
}
