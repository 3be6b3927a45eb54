import { calls } from '@meadow/contracts'
import { MAX_MESSAGE_PICTURE_BYTES } from '@meadow/contracts/limits'
import { type MediaStore, receivePicture, sendMediaFile } from '@meadow/media'
import { type CallRoute, DomainError, type Logger, serve } from '@meadow/service'
import { Router } from 'express'
import type { ConversationRepository } from '../conversations/conversation-repository.ts'
import { type SendParts, sendMessage } from '../messages/send-message.ts'
import { toPath } from './picture-files.ts'
import { secondsLeft, toPictureFile } from './signed-address.ts'
import { hashOf, type UploadParts, uploadPicture } from './upload-picture.ts'

type Parts = SendParts & UploadParts & { conversations: Pick<ConversationRepository, 'find'> }

export function pictureCalls(parts: Parts): CallRoute[] {
  /** Before the work that a picture is. @throws cannot_message_self, member_not_found, not_mutual */
  async function checkMaySend(sender: string, recipientId: string): Promise<void> {
    if (recipientId === sender) throw new DomainError('cannot_message_self')
    const { canSend } = await parts.conversations.find(recipientId, { _id: sender })
    if (!canSend) throw new DomainError('not_mutual')
  }

  return [
    serve(calls.sendImage, async ({ member, request }) => {
      const { body: fields, file: name } = calls.sendImage
      const limits = { maxBytes: MAX_MESSAGE_PICTURE_BYTES }
      await using received = await receivePicture(request, { fields, limits, name })
      await checkMaySend(member.sub, received.fields.recipientId)
      const pictureHash = await hashOf(received.file)
      const picture = await uploadPicture(parts, received.file)
      return { message: await sendMessage(parts, member, { ...received.fields, picture, pictureHash }) }
    }),
  ]
}

type Serving = { files: MediaStore; pictureSecret: string; log: Logger; now: () => Date }

/** The pictures of messages, for whom a message was shown to within the last day: their address is signed. */
export function pictureRoutes({ files, pictureSecret, log, now }: Serving): Router {
  const routes = Router({ caseSensitive: true, strict: true })
  routes.get('/media/c/:conversation/:name', async (request, response) => {
    const file = toPictureFile(request.path)
    if (!file) throw new DomainError('media_not_found')
    const seconds = secondsLeft(pictureSecret, request.path, request.query, now())
    if (seconds === 0) throw new DomainError('media_expired')
    const stored = await files.open(toPath(file.random, file.narrower))
    if (!stored) throw new DomainError('media_not_found')
    const cacheControl = `private, max-age=${seconds}, immutable`
    const etag = `"${file.random}-${file.narrower ?? ''}"`
    await sendMediaFile({ request, response, file: stored, etag, cacheControl }, log)
  })
  return routes
}
