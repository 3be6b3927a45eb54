import { pipeline } from 'node:stream'
import { calls, type MediaView } from '@meadow/contracts'
import { PICTURE } from '@meadow/contracts/limits'
import { type Media, receivePicture } from '@meadow/media'
import { DomainError, type Logger, type Served, serve } from '@meadow/service'
import { Router } from 'express'
import type { MediaRepository } from './media-repository.ts'
import { fromAddress, toAddress, toPath, type UploadedPicture } from './picture.ts'
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

function toMediaView(picture: UploadedPicture): Omit<MediaView, 'alt'> {
  const address = toAddress(picture)
  return { _id: picture._id, secure_url: address, url: address, width: picture.width, height: picture.height }
}

/** What is served can be kept for ever, as a picture gets a new address when it changes, and can do nothing in a page. */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Content-Disposition': 'inline',
}

/** The pictures of posts and profiles, for anyone who knows their address. */
export function pictureRoutes({ files, log }: Pick<Parts, 'files' | 'log'>): Router {
  const routes = Router({ caseSensitive: true, strict: true })
  routes.get('/media/p/:owner/:random', async (request, response) => {
    const named = fromAddress(request.path)
    const stored = named && (await files.open(toPath(named)))
    if (!named || !stored) throw new DomainError('media_not_found')
    response.set({ ...HEADERS, 'Content-Type': stored.type, ETag: `"${named.random}"` })
    if (request.fresh || request.method === 'HEAD') {
      stored.stream.destroy()
      response.status(request.fresh ? 304 : 200)
      if (!request.fresh) response.set('Content-Length', String(stored.size))
      response.end()
      return
    }
    response.set('Content-Length', String(stored.size))
    pipeline(stored.stream, response, (error) => {
      if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.warn({ err: error }, 'a picture could not be sent')
    })
  })
  return routes
}
