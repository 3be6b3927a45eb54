import { type DomainEvent, events, type PostVideoView, parseVideoAddress, toVideoAddress } from '@meadow/contracts'
import { createEvent } from '@meadow/events'
import type { StoredPicture } from '@meadow/media'
import { DomainError } from '@meadow/service'
import type { EncodedVideoFile, VideoFormat } from '@meadow/voice'
import { listPicturePaths, toPicturePath, toPictureView } from '../media/picture.ts'
import { type ChangedPost, toPostSocketView } from '../posts/changed-post.ts'

/** A video of a post. `random` is in the name of its file, `captionsRandom` in the address of its captions, which it may lack. */
export type PostVideo = Pick<PostVideoView, '_id' | 'durationMs' | 'width' | 'height'> & {
  status: 'processing' | 'ready' | 'failed'
  ownerId: string
  random: string
  format: VideoFormat
  poster: (StoredPicture & { random: string }) | null
  captionsRandom: string | null
}

/** An uploaded video as it is stored; `postId` is the post that shows it. */
export type StoredVideo = PostVideo & { postId: string | null; createdAt: Date }

/** A reference to an uploaded video: its id, or the random part of its URL. */
export type VideoReference = { _id: string } | { random: string }

/**
 * Age up to which videos are looked for whose post is gone: versions without videos delete posts alone, and run beside this one during a
 * deployment or after its rollback.
 */
export const MAX_ORPHAN_AGE_MS = 30 * 24 * 3_600_000

/** Returns the path of a video in the media store. */
export const toVideoPath = ({ ownerId, random, format }: Pick<PostVideo, 'ownerId' | 'random' | 'format'>): string =>
  `p/${ownerId}/${random}.${format}`

/** Lists the paths of all files of a video. */
export const listVideoPaths = (video: Pick<PostVideo, 'ownerId' | 'random' | 'format' | 'poster'>): string[] => [
  toVideoPath(video),
  ...(video.poster ? listPicturePaths({ ...video.poster, ownerId: video.ownerId }) : []),
]

/** Returns the path of the poster of a member's video, or of its narrower file of that width. */
export const toPosterPath = (ownerId: string, random: string, narrower?: number): string =>
  toPicturePath({ ownerId, random }, narrower)

/** Lists the poster of a video as a picture, if it has one. */
export const listPosters = (video: PostVideo | null | undefined) =>
  video?.poster ? [{ ...video.poster, ownerId: video.ownerId, alt: '' }] : []

/** Converts a video to its view in responses. */
export const toVideoView = (video: PostVideo): PostVideoView => {
  const { _id, status, durationMs, width, height, poster, ownerId, captionsRandom } = video
  return {
    _id,
    status,
    url: status === 'ready' ? toVideoAddress(video) : null,
    durationMs,
    width,
    height,
    poster: poster && { ...toPictureView({ ...poster, ownerId }), alt: '' },
    captions: captionsRandom && toVideoAddress({ ownerId, random: captionsRandom }, 'vtt'),
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Parses the id or URL of a video in a request. @throws invalid_request if it is no video of the author */
export function toVideoReference(video: string, authorId: string): VideoReference {
  if (UUID.test(video)) return { _id: video }
  const address = parseVideoAddress(video)
  if (address?.format !== 'mp4' || address.ownerId !== authorId) throw createVideoUnavailableError()
  return { random: address.random }
}

/**
 * Checks that a new post may show a stored video: its author has uploaded it, no post shows it, and it can be played or will be.
 * @throws invalid_request
 */
export function assertVideoAvailable(
  author: { _id: string },
  stored: StoredVideo | null | undefined,
): asserts stored is StoredVideo {
  if (stored?.ownerId !== author._id || stored.postId !== null) throw createVideoUnavailableError()
  if (stored.status === 'failed')
    throw createVideoUnavailableError('This video could not be processed. Choose another one')
}

const createVideoUnavailableError = (
  message = 'Choose a video that you uploaded and have not posted yet',
): DomainError => new DomainError('invalid_request', { fields: { video: message }, fieldCodes: { video: 'custom' } })

/** The end of an encoding: the files that replace the uploaded one, or `failed`. A video without an outcome fails: it is never served as it was sent. */
export type VideoCompletion = {
  videoId: string
  outcome: EncodedVideoFile | 'failed' | undefined
  at: Date
  eventId: string
}

/** The video after its encoding, its new files, and those that are no longer used. */
type VideoCompletionPlan<Video> = { video: Video; added: readonly string[]; removed: readonly string[] }

/** Plans the completion of a video. Returns undefined if it does not wait for one. */
export function planVideoCompletion<Video extends PostVideo>(
  video: Video | null | undefined,
  { outcome }: Pick<VideoCompletion, 'outcome'>,
): VideoCompletionPlan<Video> | undefined {
  if (video?.status !== 'processing') return undefined
  const removed = [toVideoPath(video)]
  if (outcome === undefined || outcome === 'failed')
    return { video: { ...video, status: 'failed' }, added: [], removed }
  const ready = { ...video, ...outcome, status: 'ready' as const }
  return { video: ready, added: listVideoPaths(ready), removed }
}

/** A change of the captions of a video by its owner: a file as it is served, with the random part of its address; null removes them. */
export type CaptionsChange = {
  videoId: string
  ownerId: string
  captions: { text: string; random: string } | null
  at: Date
  eventId: string
}

/** Returns a post after a change of its video, and the event that announces it. */
export function toVideoChange(
  before: ChangedPost,
  video: PostVideo,
  { postId, at, eventId }: { postId: string; at: Date; eventId: string },
): { post: ChangedPost; event: DomainEvent } {
  const post = { ...before, rev: before.rev + 1 }
  const event = createEvent(events.postVideoChanged, {
    source: 'posts',
    subject: postId,
    id: eventId,
    time: at,
    data: {
      authorId: post.authorId,
      view: { ...toPostSocketView(post), video: toVideoView(video) },
      rev: post.rev,
    },
  })
  return { post, event }
}
