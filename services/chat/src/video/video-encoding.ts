import { join } from 'node:path'
import { VIDEO_LIMITS } from '@meadow/contracts/limits'
import type { EncodedPicture, PictureEncoder } from '@meadow/media'
import { DomainError } from '@meadow/service'
import { preparePlayableMp4, VIDEO_TYPES, type VideoEncoder } from '@meadow/voice'
import type { EncodingTaskStore } from '../encoding/encoding-tasks.ts'
import type { EncodedMedia } from '../encoding/media-encoding.ts'
import type { MessagePicture } from '../messages/message.ts'
import { toPicturePath, toRecordingPath } from '../pictures/picture-paths.ts'
import type { EncodedVideoFile, StoreVideoCompletion } from './video-task.ts'

export type VideoEncodingDeps = {
  videoTasks: EncodingTaskStore
  videoEncoder: VideoEncoder
  /** Encodes posters. */
  encoder: Pick<PictureEncoder, 'encode'>
  messages: { completeVideo: StoreVideoCompletion }
  now: () => Date
  newId: (at: Date) => string
  newRandomName: () => string
}

/** Describes how videos are encoded. */
export const createEncodedVideo = (deps: VideoEncodingDeps): EncodedMedia<EncodedVideoFile> => ({
  noun: 'video',
  tasks: deps.videoTasks,
  getPath: ({ video }) => (video?.status === 'processing' ? toRecordingPath(video) : undefined),
  complete: deps.messages.completeVideo,
  async encode({ recorded, folder, signal }) {
    const [target, posterFile] = [join(folder, 'encoded.mp4'), join(folder, 'poster.png')]
    const encoding = await deps.videoEncoder.encode({ file: recorded, target, poster: posterFile }, signal)
    if (!encoding) return takeAsItIs(deps, recorded)
    if ('code' in encoding) return encoding
    const picture = await encodePoster(deps, posterFile, signal)
    if ('code' in picture) return picture
    const poster = toPoster(deps, picture)
    const outcome = { ...encoding.video, random: deps.newRandomName(), format: 'mp4' as const, poster }
    const files = [
      { path: toRecordingPath(outcome), content: target, type: VIDEO_TYPES.mp4 },
      ...[...picture.narrower, { content: picture.content, width: undefined }].map(({ width, content }) => ({
        path: toPicturePath(poster.random, width),
        content,
        type: picture.type,
      })),
    ]
    return { outcome, files }
  },
})

/** Serves a copy without what the file says about itself, on a machine that turns out to have no encoder. */
async function takeAsItIs({ newRandomName }: Pick<VideoEncodingDeps, 'newRandomName'>, recorded: string) {
  const video = await preparePlayableMp4(recorded)
  if (!video) return { code: 'unsupported_type', message: 'There is no encoder' }
  if (video.durationMs > VIDEO_LIMITS.maxSeconds * 1_000) return { code: 'too_long', message: '' }
  const outcome = { ...video, random: newRandomName(), format: 'mp4' as const, poster: null }
  return { outcome, files: [{ path: toRecordingPath(outcome), content: recorded, type: VIDEO_TYPES.mp4 }] }
}

/** Encodes the poster like every picture. A failure counts as one of the encoder. */
async function encodePoster(
  { encoder }: VideoEncodingDeps,
  file: string,
  signal: AbortSignal,
): Promise<EncodedPicture | { code: string; message: string }> {
  try {
    return await encoder.encode(file, signal)
  } catch (error) {
    if (error instanceof DomainError) return { code: 'crashed', message: `The poster: ${error.code}` }
    throw error
  }
}

const toPoster = (
  { now, newId, newRandomName }: VideoEncodingDeps,
  { width, height, placeholder, narrower }: EncodedPicture,
): MessagePicture => ({
  _id: newId(now()),
  random: newRandomName(),
  width,
  height,
  placeholder,
  narrower: narrower.map((variant) => variant.width),
})
