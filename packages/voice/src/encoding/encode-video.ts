import { join } from 'node:path'
import { VIDEO_LIMITS } from '@meadow/contracts/limits'
import type { EncodedPicture, PictureEncoder, StoredPicture } from '@meadow/media'
import { DomainError } from '@meadow/service'
import { preparePlayableMp4 } from '../playable-mp4.ts'
import type { VideoEncoder } from '../video-encoder.ts'
import { VIDEO_TYPES } from '../video-file.ts'
import type { EncodingAttempt, EncodingRun } from './media-encoding.ts'

/** A video that every browser plays. `random` is the part of its address that cannot be guessed. */
export type EncodedVideoFile = {
  random: string
  format: 'mp4'
  durationMs: number
  width: number
  height: number
  poster: (StoredPicture & { random: string }) | null
}

export type EncodeVideoDeps = {
  videoEncoder: VideoEncoder
  /** Encodes posters. */
  encoder: Pick<PictureEncoder, 'encode'>
  now: () => Date
  newId: (at: Date) => string
  newRandomName: () => string
}

/** Return the path of a video, and of a poster or its narrower file of that width. */
export type NameVideoFiles = {
  toVideoPath: (video: Pick<EncodedVideoFile, 'random' | 'format'>) => string
  toPosterPath: (random: string, narrower?: number) => string
}

/** Encodes a video and its poster. A machine that turns out to have no encoder serves what plays as it is. */
export async function encodeVideo(
  deps: EncodeVideoDeps,
  { recorded, folder, signal }: EncodingRun,
  { toVideoPath, toPosterPath }: NameVideoFiles,
): Promise<EncodingAttempt<EncodedVideoFile>> {
  const [target, posterFile] = [join(folder, 'encoded.mp4'), join(folder, 'poster.png')]
  const encoding = await deps.videoEncoder.encode({ file: recorded, target, poster: posterFile }, signal)
  if (!encoding) return takeAsItIs(deps, recorded, toVideoPath)
  if ('code' in encoding) return encoding
  const picture = await encodePoster(deps, posterFile, signal)
  if ('code' in picture) return picture
  const poster = toPoster(deps, picture)
  const outcome = { ...encoding.video, random: deps.newRandomName(), format: 'mp4' as const, poster }
  const files = [
    { path: toVideoPath(outcome), content: target, type: VIDEO_TYPES.mp4 },
    ...[...picture.narrower, { content: picture.content, width: undefined }].map(({ width, content }) => ({
      path: toPosterPath(poster.random, width),
      content,
      type: picture.type,
    })),
  ]
  return { outcome, files }
}

/** Serves a copy without what the file says about itself, on a machine that turns out to have no encoder. */
async function takeAsItIs(
  { newRandomName }: Pick<EncodeVideoDeps, 'newRandomName'>,
  recorded: string,
  toVideoPath: NameVideoFiles['toVideoPath'],
): Promise<EncodingAttempt<EncodedVideoFile>> {
  const video = await preparePlayableMp4(recorded)
  if (!video) return { code: 'unsupported_type', message: 'There is no encoder' }
  if (video.durationMs > VIDEO_LIMITS.maxSeconds * 1_000) return { code: 'too_long', message: '' }
  const outcome = { ...video, random: newRandomName(), format: 'mp4' as const, poster: null }
  return { outcome, files: [{ path: toVideoPath(outcome), content: recorded, type: VIDEO_TYPES.mp4 }] }
}

/** Encodes the poster like every picture. A failure counts as one of the encoder. */
async function encodePoster(
  { encoder }: Pick<EncodeVideoDeps, 'encoder'>,
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
  { now, newId, newRandomName }: Pick<EncodeVideoDeps, 'now' | 'newId' | 'newRandomName'>,
  { width, height, placeholder, narrower }: EncodedPicture,
): StoredPicture & { random: string } => ({
  _id: newId(now()),
  random: newRandomName(),
  width,
  height,
  placeholder,
  narrower: narrower.map((variant) => variant.width),
})

/** A video as its sender claims it to be, in seconds and pixels. */
export type ClaimedVideo = { duration?: number | undefined; width?: number | undefined; height?: number | undefined }

/** The state of a video that was just sent. */
export type ReceivedVideo = {
  status: 'processing' | 'ready'
  durationMs: number
  width: number | null
  height: number | null
}

/**
 * Returns the state in which a video is stored that was just sent. A machine without an encoder takes only what every browser plays, without
 * what the file says about itself. @throws unsupported_type, too_large
 */
export const receiveVideo = async (
  { isInstalled }: Pick<VideoEncoder, 'isInstalled'>,
  file: string,
  claimed: ClaimedVideo,
): Promise<ReceivedVideo> => (isInstalled ? toProcessingVideo(claimed) : readPlayableVideo(file))

const toProcessingVideo = ({ duration = 0, width, height }: ClaimedVideo): ReceivedVideo => ({
  status: 'processing',
  durationMs: Math.round(duration * 1_000),
  width: width ? Math.round(width) : null,
  height: height ? Math.round(height) : null,
})

async function readPlayableVideo(file: string): Promise<ReceivedVideo> {
  const video = await preparePlayableMp4(file)
  if (!video) throw new DomainError('unsupported_type')
  if (video.durationMs > VIDEO_LIMITS.maxSeconds * 1_000) throw new DomainError('too_large')
  return { ...video, status: 'ready' }
}
