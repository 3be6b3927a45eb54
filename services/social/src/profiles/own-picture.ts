import { isPictureFor, parsePictureAddress, toPictureAddress } from '@meadow/contracts'

export type ProfilePictureField = 'avatar' | 'cover'

/**
 * Returns the address of a member's own picture that was uploaded for a field. `addressOrId` is its address, or the random part
 * of the address. Returns undefined for other pictures and for narrower versions of a picture.
 */
export function toOwnPictureAddress(
  addressOrId: string,
  ownerId: string,
  field: ProfilePictureField,
): string | undefined {
  const address = addressOrId.startsWith('/') ? addressOrId : toPictureAddress({ ownerId, random: addressOrId })
  const { picture, narrower } = parsePictureAddress(address) ?? {}
  const isOwn = picture?.ownerId === ownerId && !narrower && isPictureFor(picture.random, field)
  return isOwn ? address : undefined
}
