import { listPictureFiles } from '@meadow/media'
import type { MessagePicture } from '../messages/message.ts'

/** Where a file of a picture lies among the media: the picture itself, or as narrow as `narrower` says. */
export const toPicturePath = (random: string, narrower?: number): string =>
  `c/${random.slice(0, 2)}/${narrower ? `${random}-${narrower}` : random}.webp`

/** Where all files of a picture lie. */
export const listPicturePaths = (picture: MessagePicture): string[] =>
  listPictureFiles(picture, (narrower) => toPicturePath(picture.random, narrower))
