import { calls } from '@meadow/contracts'
import { PICTURE } from '@meadow/contracts/limits'
import { type Media, receivePicture, sendPicture } from '@meadow/media'
import { DomainError, type Logger, type Served, serve } from '@meadow/service'
import { Router } from 'express'
import type { MediaRepository } from './media-repository.ts'
import { fromAddress, toMediaView, toName, toPath } from './picture.ts'
import { uploadPicture } from './upload-picture.ts'

type Parts = { files: Media; media: MediaRepository; log: Logger; now: () => Date }

export function mediaCalls(parts: Parts): Served[] {
  return [
    serve(calls.uploadMedia, async ({ member, request }) => {
      const limits = { bytes: PICTURE.bytes }
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
    const stored = named && (await files.open(toPath(named.picture, named.narrower)))
    if (!named || !stored) throw new DomainError('media_not_found')
    const etag = `"${toName(named.picture, named.narrower)}"`
    await sendPicture({ request, response, stored, etag, cacheControl: FOR_EVER }, log)
  })
  return routes
}
