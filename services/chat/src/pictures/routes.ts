import { calls } from '@meadow/contracts'
import { MAX_MESSAGE_PICTURE_BYTES, MAX_PICTURES } from '@meadow/contracts/limits'
import { type MediaStore, type PictureUploads, sendMediaFile } from '@meadow/media'
import type { MemberReadModel } from '@meadow/members'
import { type CallRoute, DomainError, type Logger, serve } from '@meadow/service'
import { Router } from 'express'
import type { ConversationRepository } from '../conversations/conversation-repository.ts'
import type { MessagePicture } from '../messages/message.ts'
import { type SendMessageDeps, sendMessage } from '../messages/send/send-message.ts'
import { toPicturePath } from './picture-paths.ts'
import { getRemainingSeconds, parsePictureUrlPath } from './signed-picture-url.ts'
import { hashFile, type UploadPictureDeps, uploadPicture } from './upload-picture.ts'

type PictureUploadDeps = SendMessageDeps &
  UploadPictureDeps & {
    uploads: PictureUploads
    conversations: Pick<ConversationRepository, 'find'>
    members: Pick<MemberReadModel, 'find'>
  }

/** The longest description may take several bytes per character. */
const UPLOAD_LIMITS = { maxBytes: MAX_MESSAGE_PICTURE_BYTES, maxFiles: MAX_PICTURES, maxFieldBytes: 8_000 }

export function createPictureUploadRoutes(deps: PictureUploadDeps): CallRoute[] {
  /**
   * Checks the recipient before the expensive encoding. A recipient across a block is closed like any other, as for a message of text.
   * @throws cannot_message_self, email_unverified, member_not_found, not_mutual
   */
  async function assertCanSendTo(senderId: string, recipientId: string): Promise<void> {
    if (recipientId === senderId) throw new DomainError('cannot_message_self')
    await deps.assertMayWrite(senderId)
    const members = await deps.members.find([recipientId])
    if (!members.has(recipientId)) throw new DomainError('member_not_found')
    const conversation = await deps.conversations.find(recipientId, { _id: senderId }).catch((error) => {
      if (error instanceof DomainError && error.code === 'member_not_found') return undefined // across a block, or gone
      throw error
    })
    if (!conversation?.canSend) throw new DomainError('not_mutual')
  }

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

/** Serves the pictures of messages. Their URLs are signed and expire after a day. */
export function createPictureFileRouter({ files, pictureSecret, log, now }: PictureFileDeps): Router {
  const routes = Router({ caseSensitive: true, strict: true })
  routes.get('/media/c/:conversation/:name', async (request, response) => {
    const file = parsePictureUrlPath(request.path)
    if (!file) throw new DomainError('media_not_found')
    const seconds = getRemainingSeconds(pictureSecret, request.path, request.query, now())
    if (seconds === 0) throw new DomainError('media_expired')
    const stored = await files.open(toPicturePath(file.random, file.narrower))
    if (!stored) throw new DomainError('media_not_found')
    const cacheControl = `private, max-age=${seconds}, immutable`
    const etag = `"${file.random}-${file.narrower ?? ''}"`
    await sendMediaFile({ request, response, file: stored, etag, cacheControl }, log)
  })
  return routes
}
