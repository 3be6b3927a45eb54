import { type MediaView, type PictureName, toPictureAddress as toAddress } from '@meadow/contracts'
import { namedAll, toMediaView as toView } from '@meadow/media'

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
  namedAll(picture, (narrower) => toPath(picture, narrower))

/** A picture as answers show it. */
export const toMediaView = (picture: Omit<UploadedPicture, 'purpose' | 'createdAt'>): Omit<MediaView, 'alt'> =>
  toView(picture, (narrower) => toAddress(picture, narrower))
