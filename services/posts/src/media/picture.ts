/** An uploaded picture. `random` is the part of its address that nobody can guess: 128 bits. */
export type UploadedPicture = {
  _id: string
  ownerId: string
  purpose: 'post' | 'avatar' | 'cover'
  random: string
  width: number
  height: number
  createdAt: Date
}

type Named = { ownerId: string; random: string }

const ADDRESS = /^\/media\/p\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([0-9a-f]{32})$/

/** Where browsers find the picture, on our own origin. */
export const toAddress = ({ ownerId, random }: Named): string => `/media/p/${ownerId}/${random}`

/** What an address names; undefined when it is none of ours. */
export function fromAddress(address: string): Named | undefined {
  const [, ownerId, random] = ADDRESS.exec(address) ?? []
  return ownerId && random ? { ownerId, random } : undefined
}

/** Where the file lies among the media. */
export const toPath = ({ ownerId, random }: Named): string => `p/${ownerId}/${random}.webp`
