/** A picture of a post or profile: the id of its owner, and the random part of its address. */
export type PictureName = { ownerId: string; random: string }

/** The use for which a picture is uploaded. */
export type PicturePurpose = 'post' | 'avatar' | 'cover'

/** The first two digits of the random part of profile pictures. Pictures of posts never begin with them. */
const PROFILE_PICTURE_MARKS = { avatar: 'aa', cover: 'cc' } as const
const POST_PICTURE_MARK = '00'

/**
 * Returns the random part of the address of a new picture, of 32 hexadecimal digits, marked with its purpose. So the service
 * of profiles knows the purpose of a picture without its row.
 */
export function toMarkedRandom(random: string, purpose: PicturePurpose): string {
  const mark = purpose === 'post' ? POST_PICTURE_MARK : PROFILE_PICTURE_MARKS[purpose]
  return purpose === 'post' && !isProfilePicture(random) ? random : `${mark}${random.slice(mark.length)}`
}

const isProfilePicture = (random: string): boolean =>
  Object.values(PROFILE_PICTURE_MARKS).some((mark) => random.startsWith(mark))

/** Returns whether a picture was uploaded as an avatar or cover. False for pictures of versions that did not mark them. */
export const isPictureFor = (random: string, purpose: 'avatar' | 'cover'): boolean =>
  random.startsWith(PROFILE_PICTURE_MARKS[purpose])

const PICTURE_ADDRESS_PATTERN =
  /^\/media\/p\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([0-9a-f]{32})(?:-([1-9][0-9]{2,3}))?$/

/** Returns the path of a picture on our own origin. `narrower` is the width of a narrower file, in pixels. */
export const toPictureAddress = ({ ownerId, random }: PictureName, narrower?: number): string =>
  `/media/p/${ownerId}/${narrower ? `${random}-${narrower}` : random}`

/** Parses the path of a picture. Returns undefined if it is not a picture of a post or profile. */
export function parsePictureAddress(
  address: string,
): { picture: PictureName; narrower: number | undefined } | undefined {
  const [, ownerId, random, narrower] = PICTURE_ADDRESS_PATTERN.exec(address) ?? []
  return ownerId && random
    ? { picture: { ownerId, random }, narrower: narrower ? Number(narrower) : undefined }
    : undefined
}
