/** A picture of a post or profile: the id of its owner, and the random part of its address. */
export type PictureName = { ownerId: string; random: string }

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
