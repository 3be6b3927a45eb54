import { type MediaView, type PictureName, toPictureAddress as toAddress } from '@meadow/contracts'

export { fromPictureAddress as fromAddress, toPictureAddress as toAddress } from '@meadow/contracts'

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

/** What a file is called among those of its owner: the picture itself, or as narrow as `narrower` says. */
export const toName = ({ random }: PictureName, narrower?: number): string =>
  narrower ? `${random}-${narrower}` : random

/** Where the file lies among the media. */
export const toPath = (picture: PictureName, narrower?: number): string =>
  `p/${picture.ownerId}/${toName(picture, narrower)}.webp`

/** Where all files of a picture lie. */
export const toPaths = (picture: PictureName & Pick<UploadedPicture, 'narrower'>): string[] =>
  [undefined, ...picture.narrower].map((narrower) => toPath(picture, narrower))

/** A picture as answers show it. */
export function toMediaView(picture: Omit<UploadedPicture, 'purpose' | 'createdAt'>): Omit<MediaView, 'alt'> {
  const { _id, width, height, placeholder, narrower } = picture
  const url = toAddress(picture)
  const others = narrower.map((width) => ({ url: toAddress(picture, width), width }))
  return { _id, secure_url: url, url, width, height, placeholder, sources: [...others, { url, width }] }
}
