import type { MediaView } from '@meadow/contracts'

/** An uploaded picture. `random` is the part of its address that nobody can guess: 128 bits. */
export type UploadedPicture = {
  _id: string
  ownerId: string
  purpose: 'post' | 'avatar' | 'cover'
  random: string
  width: number
  height: number
  placeholder: string
  /** The widths of its narrower files, the narrowest first. */
  narrower: number[]
  createdAt: Date
}

type Named = Pick<UploadedPicture, 'ownerId' | 'random'>

const ADDRESS = /^\/media\/p\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([0-9a-f]{32})(?:-([1-9][0-9]{2,3}))?$/

/** What a file is called among those of its owner: the picture itself, or as narrow as `narrower` says. */
export const toName = ({ random }: Named, narrower?: number): string => (narrower ? `${random}-${narrower}` : random)

/** Where browsers find the file, on our own origin. */
export const toAddress = (picture: Named, narrower?: number): string =>
  `/media/p/${picture.ownerId}/${toName(picture, narrower)}`

/** What an address names; undefined when it is none of ours. */
export function fromAddress(address: string): { picture: Named; narrower: number | undefined } | undefined {
  const [, ownerId, random, narrower] = ADDRESS.exec(address) ?? []
  return ownerId && random
    ? { picture: { ownerId, random }, narrower: narrower ? Number(narrower) : undefined }
    : undefined
}

/** Where the file lies among the media. */
export const toPath = (picture: Named, narrower?: number): string =>
  `p/${picture.ownerId}/${toName(picture, narrower)}.webp`

/** Where all files of a picture lie. */
export const toPaths = (picture: Named & Pick<UploadedPicture, 'narrower'>): string[] =>
  [undefined, ...picture.narrower].map((narrower) => toPath(picture, narrower))

/** A picture as answers show it. */
export function toMediaView(picture: Omit<UploadedPicture, 'purpose' | 'createdAt'>): Omit<MediaView, 'alt'> {
  const { _id, width, height, placeholder, narrower } = picture
  const url = toAddress(picture)
  const others = narrower.map((width) => ({ url: toAddress(picture, width), width }))
  return { _id, secure_url: url, url, width, height, placeholder, sources: [...others, { url, width }] }
}
