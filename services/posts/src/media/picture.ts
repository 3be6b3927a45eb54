import { type MediaView, type PictureName, toPictureAddress as toAddress } from '@meadow/contracts'
import { listPictureFiles, toMediaView as toView } from '@meadow/media'

export { parsePictureAddress as fromAddress, toPictureAddress as toAddress } from '@meadow/contracts'

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
export const toPictureFileName = ({ random }: PictureName, narrower?: number): string =>
  narrower ? `${random}-${narrower}` : random

/** Where the file lies among the media. */
export const toPicturePath = (picture: PictureName, narrower?: number): string =>
  `p/${picture.ownerId}/${toPictureFileName(picture, narrower)}.webp`

/** Where all files of a picture lie. */
export const listPicturePaths = (picture: PictureName & Pick<UploadedPicture, 'narrower'>): string[] =>
  listPictureFiles(picture, (narrower) => toPicturePath(picture, narrower))

/** A picture as answers show it. */
export const toMediaView = (picture: Omit<UploadedPicture, 'purpose' | 'createdAt'>): Omit<MediaView, 'alt'> =>
  toView(picture, (narrower) => toAddress(picture, narrower))
