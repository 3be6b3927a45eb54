import { calls } from '@meadow/contracts'
import { PICTURE_LIMITS } from '@meadow/contracts/limits'
import { type MediaStore, receivePicture, sendMediaFile } from '@meadow/media'
import { type CallRoute, DomainError, type Logger, serve } from '@meadow/service'
import { Router } from 'express'
import { fromAddress, toMediaView, toPictureFileName, toPicturePath } from './picture.ts'
import type { PictureRepository } from './picture-repository.ts'
import { uploadPicture } from './upload-picture.ts'

type Parts = { files: MediaStore; media: PictureRepository; log: Logger; now: () => Date }

export function mediaCalls(parts: Parts): CallRoute[] {
  return [
    serve(calls.uploadMedia, async ({ member, request }) => {
      const limits = { maxBytes: PICTURE_LIMITS.bytes }
      await using received = await receivePicture(request, { fields: calls.uploadMedia.body, limits })
      const { fields, file } = received
      return toMediaView(await uploadPicture(parts, { ownerId: member.sub, purpose: fields.purpose, file }))
    }),
  ]
}

/** A picture gets a new address when it changes. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/** The pictures of posts and profiles, for anyone who knows their address. */
export function pictureRoutes({ files, log }: Pick<Parts, 'files' | 'log'>): Router {
  const routes = Router({ caseSensitive: true, strict: true })
  routes.get('/media/p/:owner/:name', async (request, response) => {
    const named = fromAddress(request.path)
    const stored = named && (await files.open(toPicturePath(named.picture, named.narrower)))
    if (!named || !stored) throw new DomainError('media_not_found')
    const etag = `"${toPictureFileName(named.picture, named.narrower)}"`
    await sendMediaFile({ request, response, file: stored, etag, cacheControl: FOR_EVER }, log)
  })
  return routes
}
