import { createReadStream } from 'node:fs'
import { calls } from '@meadow/contracts'
import { VOICE_LIMITS } from '@meadow/contracts/limits'
import type { MediaStore, PictureUploads } from '@meadow/media'
import { type CallRoute, DomainError, serve } from '@meadow/service'
import { readVoiceFormat, VOICE_TYPES, type VoiceEncoder } from '@meadow/voice'
import type { MessageVoice } from '../messages/message.ts'
import { createRecipientCheck, type RecipientCheckDeps } from '../messages/send/recipient-check.ts'
import { type SendMessageDeps, sendMessage } from '../messages/send/send-message.ts'
import { toRecordingPath } from '../pictures/picture-paths.ts'
import { hashFile, UNCLAIMED_TTL_MS } from '../pictures/upload-picture.ts'
import { markVoicePlayed, type VoicePlayDeps } from './voice-play.ts'

type VoiceRoutesDeps = SendMessageDeps &
  RecipientCheckDeps &
  VoicePlayDeps & {
    uploads: PictureUploads
    files: MediaStore
    /** Schedules the removal of files at `dueAt`, unless a message claims them before. */
    scheduleMediaRemovals: (paths: readonly string[], dueAt: Date) => Promise<void>
    newRandomName: () => string
    voiceEncoder: Pick<VoiceEncoder, 'isInstalled'>
    wakeMediaEncoding: () => void
  }

/**
 * Creates the routes that send a recording, and mark one as played. The first stores the file as it was recorded, and the message with it at once; the background task
 * encodes it then. A machine without an encoder serves it as it is.
 */
export function createVoiceRoutes(deps: VoiceRoutesDeps): CallRoute[] {
  const assertCanSendTo = createRecipientCheck(deps)

  async function storeVoice(file: string, seconds: number): Promise<MessageVoice> {
    const format = await readVoiceFormat(file)
    if (!format) throw new DomainError('unsupported_type')
    const status = deps.voiceEncoder.isInstalled ? 'processing' : 'ready'
    const durationMs = Math.round(seconds * 1_000)
    const voice: MessageVoice = { random: deps.newRandomName(), format, status, durationMs, peaks: [] }
    const path = toRecordingPath(voice)
    await deps.scheduleMediaRemovals([path], new Date(deps.now().getTime() + UNCLAIMED_TTL_MS))
    await deps.files.put(path, createReadStream(file), VOICE_TYPES[format])
    return voice
  }

  return [
    serve(calls.sendVoice, async ({ member, request, response }) => {
      const { body: fields, fileField: name } = calls.sendVoice
      const options = { fields, limits: { maxBytes: VOICE_LIMITS.maxBytes }, name, noun: 'recording' }
      await using upload = await deps.uploads.receive({ memberId: member.sub, request, response }, options)
      const { duration = 0, ...message } = upload.fields
      await assertCanSendTo(member.sub, message.recipientId)
      const recordingHash = await hashFile(upload.file)
      const voice = await storeVoice(upload.file, duration)
      const sent = await sendMessage(deps, member, { ...message, content: '', voice, recordingHash })
      deps.wakeMediaEncoding()
      return { message: sent }
    }),

    serve(calls.markVoicePlayed, ({ member, params }) => markVoicePlayed(deps, member, params.id)),
  ]
}
