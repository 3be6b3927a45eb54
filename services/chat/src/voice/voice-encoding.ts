import { join } from 'node:path'
import { type EncodingTaskStore, VOICE_TYPES, type VoiceEncoder } from '@meadow/voice'
import type { EncodedMessageMedia } from '../encoding/media-encoding.ts'
import { toRecordingPath } from '../pictures/picture-paths.ts'
import type { EncodedVoiceFile, StoreVoiceCompletion } from './voice-task.ts'

export type VoiceEncodingDeps = {
  voiceTasks: EncodingTaskStore
  voiceEncoder: VoiceEncoder
  messages: { completeVoice: StoreVoiceCompletion }
  newRandomName: () => string
}

/** Describes how recordings are encoded. */
export const createEncodedVoice = (deps: VoiceEncodingDeps): EncodedMessageMedia<EncodedVoiceFile> => ({
  noun: 'recording',
  tasks: deps.voiceTasks,
  getPath: ({ voice }) => (voice?.status === 'processing' ? toRecordingPath(voice) : undefined),
  complete: deps.messages.completeVoice,
  async encode({ recorded, folder, signal }) {
    const target = join(folder, 'encoded.m4a')
    const encoding = await deps.voiceEncoder.encode(recorded, target, signal)
    if (!encoding || 'code' in encoding) return encoding
    const outcome = { ...encoding.voice, random: deps.newRandomName(), format: 'm4a' as const }
    return { outcome, files: [{ path: toRecordingPath(outcome), content: target, type: VOICE_TYPES.m4a }] }
  },
})
