import { listPictureFiles } from '@meadow/media'
import type { Message, MessagePicture, MessageVideo, MessageVoice } from '../messages/message.ts'

/** Returns the media path of a picture, or of its variant with the width `narrower`. */
export const toPicturePath = (random: string, narrower?: number): string =>
  `c/${random.slice(0, 2)}/${narrower ? `${random}-${narrower}` : random}.webp`

/** Returns the media path of the picture of a preview, which all conversations share. */
export const toPreviewPicturePath = ({ random }: { random: string }, narrower?: number): string =>
  toPicturePath(random, narrower)

/** Returns the media paths of a picture and all its variants. */
export const listPicturePaths = (picture: MessagePicture): string[] =>
  listPictureFiles(picture, (narrower) => toPicturePath(picture.random, narrower))

/** Returns the media path of a recording or a video. */
export const toRecordingPath = ({
  random,
  format,
}: Pick<MessageVoice, 'random' | 'format'> | Pick<MessageVideo, 'random' | 'format'>): string =>
  `c/${random.slice(0, 2)}/${random}.${format}`

/** Returns the media paths of a video and its poster. */
export const listVideoPaths = (video: Pick<MessageVideo, 'random' | 'format' | 'poster'>): string[] => [
  toRecordingPath(video),
  ...(video.poster ? listPicturePaths(video.poster) : []),
]

/** Returns the media paths of all files of a message. */
export const listMessagePaths = ({
  pictures,
  voice,
  video,
}: {
  pictures: readonly MessagePicture[]
  voice?: Message['voice']
  video?: Message['video']
}): string[] => [
  ...pictures.flatMap(listPicturePaths),
  ...(voice ? [toRecordingPath(voice)] : []),
  ...(video ? listVideoPaths(video) : []),
]
