import { open } from 'node:fs/promises'
import { calls, parsePictureAddress } from '@meadow/contracts'
import { PICTURE_LIMITS, VIDEO_LIMITS } from '@meadow/contracts/limits'
import { readPictureFile } from '@meadow/contracts/picture-file'
import { type PictureUploads, sendMediaFile } from '@meadow/media'
import { type CallRoute, DomainError, type Logger, serve } from '@meadow/service'
import { readVideoFormat } from '@meadow/voice'
import { Router } from 'express'
import { type UploadVideoDeps, uploadVideo } from '../videos/upload-video.ts'
import { type PostVideo, toVideoView } from '../videos/video.ts'
import { toPictureFileName, toPicturePath, toPictureView } from './picture.ts'
import { type UploadPictureDeps, uploadPicture } from './upload-picture.ts'

export type MediaRoutesDeps = UploadPictureDeps & UploadVideoDeps & { uploads: PictureUploads; log: Logger }

export function createMediaRoutes(deps: MediaRoutesDeps): CallRoute[] {
  return [
    serve(calls.uploadMedia, async ({ member, request, response }) => {
      const options = { fields: calls.uploadMedia.body, limits: { maxBytes: VIDEO_LIMITS.maxBytes } }
      await using upload = await deps.uploads.receive({ memberId: member.sub, request, response }, options)
      const { purpose, ...claimed } = upload.fields
      const format = purpose === 'post' ? await readVideoFormat(upload.file) : undefined
      if (format) return toUploadView(await uploadVideo(deps, member.sub, { file: upload.file, format, claimed }))
      await assertPictureSize(upload.file)
      return toPictureView(await uploadPicture(deps, member.sub, upload))
    }),
  ]
}

const SIGNATURE_BYTES = 1_024

/** @throws too_large if a picture is larger than pictures may be, unsupported_type if what is so large is none */
async function assertPictureSize(path: string): Promise<void> {
  await using file = await open(path)
  if ((await file.stat()).size <= PICTURE_LIMITS.maxBytes) return
  const { buffer } = await file.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0)
  throw new DomainError(readPictureFile(buffer) ? 'too_large' : 'unsupported_type')
}

/** Converts an uploaded video to the response to its upload, which has the fields of a picture, too. */
function toUploadView(video: PostVideo) {
  const { _id, url, width, height, ...view } = toVideoView(video)
  const address = url ?? ''
  const asPicture = {
    secure_url: address,
    url: address,
    width: width ?? 0,
    height: height ?? 0,
    placeholder: '',
    sources: [],
  }
  return { _id, ...asPicture, ...view, kind: 'video' as const }
}

/** Pictures never change: a new picture has a new URL. */
const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable'

/** Serves the pictures of posts and profiles to anyone who knows their URL. */
export function createPictureRouter({ files, log }: Pick<MediaRoutesDeps, 'files' | 'log'>): Router {
  const routes = Router({ caseSensitive: true, strict: true })
  routes.get('/media/p/:owner/:name', async (request, response) => {
    const address = parsePictureAddress(request.path)
    const file = address && (await files.open(toPicturePath(address.picture, address.narrower)))
    if (!address || !file) throw new DomainError('media_not_found')
    const etag = `"${toPictureFileName(address.picture, address.narrower)}"`
    await sendMediaFile({ request, response, file, etag, cacheControl: IMMUTABLE_CACHE_CONTROL }, log)
  })
  return routes
}
