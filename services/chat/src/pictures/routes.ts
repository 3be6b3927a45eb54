import { calls } from '@meadow/contracts'
import { MAX_MESSAGE_PICTURE_BYTES, MAX_PICTURES } from '@meadow/contracts/limits'
import { type MediaStore, type PictureUploads, sendMediaFile } from '@meadow/media'
import { type CallRoute, DomainError, type Logger, serve } from '@meadow/service'
import { Router } from 'express'
import type { MessagePicture } from '../messages/message.ts'
import { createRecipientCheck, type RecipientCheckDeps } from '../messages/send/recipient-check.ts'
import { type SendMessageDeps, sendMessage } from '../messages/send/send-message.ts'
import { toPicturePath, toRecordingPath } from './picture-paths.ts'
import { getRemainingSeconds, parsePictureUrlPath } from './signed-picture-url.ts'
import { hashFile, type UploadPictureDeps, uploadPicture } from './upload-picture.ts'

type PictureUploadDeps = SendMessageDeps & UploadPictureDeps & RecipientCheckDeps & { uploads: PictureUploads }

/** The longest description may take several bytes per character. */
const UPLOAD_LIMITS = { maxBytes: MAX_MESSAGE_PICTURE_BYTES, maxFiles: MAX_PICTURES, maxFieldBytes: 8_000 }

export function createPictureUploadRoutes(deps: PictureUploadDeps): CallRoute[] {
  const assertCanSendTo = createRecipientCheck(deps)
  return [
    serve(calls.sendImage, async ({ member, request, response }) => {
      const { body: fields, fileField: name } = calls.sendImage
      const options = { fields, limits: UPLOAD_LIMITS, name, repeatedFields: ['alt'] }
      await using upload = await deps.uploads.receive({ memberId: member.sub, request, response }, options)
      await assertCanSendTo(member.sub, upload.fields.recipientId)
      const { alt, ...message } = upload.fields
      const pictures: MessagePicture[] = []
      const pictureHashes: string[] = []
      for (const [index, file] of upload.files.entries()) {
        pictureHashes.push(await hashFile(file))
        pictures.push({ ...(await uploadPicture(deps, () => upload.encode(file))), alt: alt[index] ?? '' })
      }
      return { message: await sendMessage(deps, member, { ...message, pictures, pictureHashes }) }
    }),
  ]
}

type PictureFileDeps = { files: MediaStore; pictureSecret: string; log: Logger; now: () => Date }

/** Serves the pictures, recordings and videos of messages. Their URLs are signed and expire after a day. */
export function createPictureFileRouter({ files, pictureSecret, log, now }: PictureFileDeps): Router {
  const routes = Router({ caseSensitive: true, strict: true })
  routes.get('/media/c/:conversation/:name', async (request, response) => {
    const file = parsePictureUrlPath(request.path)
    if (!file) throw new DomainError('media_not_found')
    const seconds = getRemainingSeconds(pictureSecret, request.path, request.query, now())
    if (seconds === 0) throw new DomainError('media_expired')
    const { random, narrower, format } = file
    const stored = await files.open(format ? toRecordingPath({ random, format }) : toPicturePath(random, narrower))
    if (!stored) throw new DomainError('media_not_found')
    const cacheControl = `private, max-age=${seconds}, immutable`
    const etag = `"${random}-${narrower ?? ''}"`
    await sendMediaFile({ request, response, file: stored, etag, cacheControl }, log)
  })
  return routes
}
