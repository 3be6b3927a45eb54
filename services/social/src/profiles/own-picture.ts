import { parsePictureAddress, toPictureAddress } from '@meadow/contracts'

/**
 * Returns the address of a member's own picture. `addressOrId` is its address, or the random part of the address. Returns
 * undefined for pictures of other members and for narrower versions of a picture.
 */
export function toOwnPictureAddress(addressOrId: string, ownerId: string): string | undefined {
  const address = addressOrId.startsWith('/') ? addressOrId : toPictureAddress({ ownerId, random: addressOrId })
  const found = parsePictureAddress(address)
  return found?.picture.ownerId === ownerId && !found.narrower ? address : undefined
}
