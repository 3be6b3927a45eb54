import { createReadStream } from 'node:fs'
import { calls } from '@meadow/contracts'
import { VIDEO_LIMITS } from '@meadow/contracts/limits'
import type { MediaStore, PictureUploads } from '@meadow/media'
import { type CallRoute, DomainError, serve } from '@meadow/service'
import { type ClaimedVideo, readVideoFormat, receiveVideo, VIDEO_TYPES, type VideoEncoder } from '@meadow/voice'
import type { MessageVideo } from '../messages/message.ts'
import { createRecipientCheck, type RecipientCheckDeps } from '../messages/send/recipient-check.ts'
import { type SendMessageDeps, sendMessage } from '../messages/send/send-message.ts'
import { toRecordingPath } from '../pictures/picture-paths.ts'
import { hashFile, UNCLAIMED_TTL_MS } from '../pictures/upload-picture.ts'

type VideoRoutesDeps = SendMessageDeps &
  RecipientCheckDeps & {
    uploads: PictureUploads
    files: MediaStore
    /** Schedules the removal of files at `dueAt`, unless a message claims them before. */
    scheduleMediaRemovals: (paths: readonly string[], dueAt: Date) => Promise<void>
    newRandomName: () => string
    videoEncoder: Pick<VideoEncoder, 'isInstalled'>
    wakeMediaEncoding: () => void
  }

/**
 * Creates the route that sends a video. It stores the file as it was sent, and the message with it at once; the background task encodes
 * it then. A machine without an encoder takes only what every browser plays.
 */
export function createVideoRoutes(deps: VideoRoutesDeps): CallRoute[] {
  const assertCanSendTo = createRecipientCheck(deps)

  async function storeVideo(file: string, claimed: ClaimedVideo): Promise<MessageVideo> {
    const format = await readVideoFormat(file)
    if (!format) throw new DomainError('unsupported_type')
    const received = await receiveVideo(deps.videoEncoder, file, claimed)
    const video: MessageVideo = { ...received, random: deps.newRandomName(), format, poster: null }
    const path = toRecordingPath(video)
    await deps.scheduleMediaRemovals([path], new Date(deps.now().getTime() + UNCLAIMED_TTL_MS))
    await deps.files.put(path, createReadStream(file), VIDEO_TYPES[format])
    return video
  }

  return [
    serve(calls.sendVideo, async ({ member, request, response }) => {
      const { body: fields, fileField: name } = calls.sendVideo
      const options = { fields, limits: { maxBytes: VIDEO_LIMITS.maxBytes }, name, noun: 'video' }
      await using upload = await deps.uploads.receive({ memberId: member.sub, request, response }, options)
      const { duration, width, height, ...message } = upload.fields
      await assertCanSendTo(member.sub, message.recipientId)
      const recordingHash = await hashFile(upload.file)
      const video = await storeVideo(upload.file, { duration, width, height })
      const sent = await sendMessage(deps, member, { ...message, content: '', video, recordingHash })
      deps.wakeMediaEncoding()
      return { message: sent }
    }),
  ]
}
