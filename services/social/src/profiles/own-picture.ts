import { fromPictureAddress, toPictureAddress } from '@meadow/contracts'

/**
 * The address of a picture that a member names by its address or its id, the random part of it; undefined when it is
 * not one of their own, whole pictures.
 */
export function ownPicture(named: string, ownerId: string): string | undefined {
  const address = named.startsWith('/') ? named : toPictureAddress({ ownerId, random: named })
  const found = fromPictureAddress(address)
  return found?.picture.ownerId === ownerId && !found.narrower ? address : undefined
}
