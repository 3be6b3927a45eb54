import { Readable } from 'node:stream'
import { calls, parseVideoAddress } from '@meadow/contracts'
import { type MediaFile, type MediaStore, sendMediaFile } from '@meadow/media'
import type { AssertWordsAllowed } from '@meadow/members'
import {
  type CallRoute,
  DomainError,
  type Logger,
  serve,
  type Throttle,
  type ThrottleLimit,
  withThrottle,
} from '@meadow/service'
import { Router } from 'express'
import { cleanCaptions } from './captions.ts'
import { toVideoPath, toVideoView } from './video.ts'
import type { VideoRepository } from './video-repository.ts'

type CaptionsRoutesDeps = {
  videos: Pick<VideoRepository, 'setCaptions'>
  assertWordsAllowed: AssertWordsAllowed
  throttle: Throttle
  limits: { edits: ThrottleLimit }
  newId: (at: Date) => string
  newRandomName: () => string
  now: () => Date
}

/** Creates the route that sets the captions of a video. They are stored as `cleanCaptions` returns them. */
export const createCaptionsRoutes = (deps: CaptionsRoutesDeps): CallRoute[] => [
  serve(calls.setCaptions, async ({ member, params, body }) => {
    const text = body.captions === null ? null : cleanCaptions(body.captions)
    if (text !== null) await deps.assertWordsAllowed({ captions: text })
    const at = deps.now()
    const captions = text === null ? null : { text, random: deps.newRandomName() } // another address: browsers keep files
    const change = { videoId: params.id, ownerId: member.sub, captions, at, eventId: deps.newId(at) }
    const set = () => deps.videos.setCaptions(change)
    return { video: toVideoView(await withThrottle(deps.throttle, deps.limits.edits, member.sub, set)) }
  }),
]

type VideoRouterDeps = { files: MediaStore; videos: Pick<VideoRepository, 'readCaptions'>; log: Logger }

/** Videos and captions never change: new ones have a new URL. */
const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable'

/** Serves the videos of posts and their captions to anyone who knows their URL. */
export function createVideoRouter({ files, videos, log }: VideoRouterDeps): Router {
  const routes = Router({ caseSensitive: true, strict: true })
  routes.get('/media/p/:owner/:name.:format', async (request, response) => {
    const address = parseVideoAddress(request.path)
    if (!address) throw new DomainError('media_not_found')
    const { format, random } = address
    const file =
      format === 'mp4'
        ? await files.open(toVideoPath({ ...address, format }))
        : toCaptionsFile(await videos.readCaptions(random))
    if (!file) throw new DomainError('media_not_found')
    const etag = `"${random}.${format}"`
    await sendMediaFile({ request, response, file, etag, cacheControl: IMMUTABLE_CACHE_CONTROL }, log)
  })
  return routes
}

function toCaptionsFile(captions: string | undefined): MediaFile | undefined {
  if (captions === undefined) return undefined
  const content = Buffer.from(captions)
  return {
    size: content.length,
    type: 'text/vtt; charset=utf-8',
    read: ({ start, end } = { start: 0, end: content.length - 1 }) => Readable.from([content.subarray(start, end + 1)]),
    [Symbol.asyncDispose]: async () => undefined,
  }
}
