/** A picture of posts or profiles: whose it is, and the part of its address that nobody can guess. */
export type PictureName = { ownerId: string; random: string }

const PICTURE_ADDRESS_PATTERN =
  /^\/media\/p\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([0-9a-f]{32})(?:-([1-9][0-9]{2,3}))?$/

/** Where browsers find the picture, on our own origin; `narrower` is the width of one of its narrower files. */
export const toPictureAddress = ({ ownerId, random }: PictureName, narrower?: number): string =>
  `/media/p/${ownerId}/${narrower ? `${random}-${narrower}` : random}`

/** What an address names; undefined when it is none of ours. */
export function parsePictureAddress(
  address: string,
): { picture: PictureName; narrower: number | undefined } | undefined {
  const [, ownerId, random, narrower] = PICTURE_ADDRESS_PATTERN.exec(address) ?? []
  return ownerId && random
    ? { picture: { ownerId, random }, narrower: narrower ? Number(narrower) : undefined }
    : undefined
}
