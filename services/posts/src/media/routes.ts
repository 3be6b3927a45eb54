import { calls, parsePictureAddress } from '@meadow/contracts'
import { PICTURE_LIMITS } from '@meadow/contracts/limits'
import { type PictureUploads, sendMediaFile } from '@meadow/media'
import { type CallRoute, DomainError, type Logger, serve } from '@meadow/service'
import { Router } from 'express'
import { toPictureFileName, toPicturePath, toPictureView } from './picture.ts'
import { type UploadPictureDeps, uploadPicture } from './upload-picture.ts'

export type MediaRoutesDeps = UploadPictureDeps & { uploads: PictureUploads; log: Logger }

export function createMediaRoutes(deps: MediaRoutesDeps): CallRoute[] {
  return [
    serve(calls.uploadMedia, async ({ member, request, response }) => {
      const options = { fields: calls.uploadMedia.body, limits: { maxBytes: PICTURE_LIMITS.maxBytes } }
      await using upload = await deps.uploads.receive({ memberId: member.sub, request, response }, options)
      return toPictureView(await uploadPicture(deps, member.sub, upload))
    }),
  ]
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
