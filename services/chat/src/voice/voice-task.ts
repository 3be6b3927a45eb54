import type { NewMessage } from '../conversations/write/new-message.ts'
import type { ChangedMessage, MessageChange, MessageChangePlan, MessageChangeRule } from '../messages/change-message.ts'
import type { MessageVoice } from '../messages/message.ts'
import { toRecordingPath } from '../pictures/picture-paths.ts'

/** The file that replaces a recording, or `failed`; undefined if the recording is served as it is. */
export type VoiceOutcome = EncodedVoiceFile | 'failed' | undefined

export type EncodedVoiceFile = Pick<MessageVoice, 'random' | 'format' | 'durationMs' | 'peaks'>

export type VoiceCompletion = MessageChange & { outcome: VoiceOutcome }

/**
 * Stores the outcome of a recording, with the removal of its task and of the file that is no longer used, in one transaction. A message
 * that was deleted, or whose recording is complete, does not change. @throws message_not_found, upload_failed
 */
export type StoreVoiceCompletion = (completion: VoiceCompletion) => Promise<ChangedMessage>

/** The recording after its encoding, the new files of the message, and those that are no longer used. */
export type VoiceCompletionPlan = MessageChangePlan & {
  voice: MessageVoice
  added: readonly string[]
  removed: readonly string[]
}

/** The rule of the completion of a recording. A block does not prevent it: both members have the message. */
export const voiceCompletionRule: MessageChangeRule<VoiceCompletion, VoiceCompletionPlan> = {
  changesHidden: true,
  plan({ voice, deletedAt }, { outcome }) {
    if (deletedAt || voice?.status !== 'processing') return undefined
    if (outcome === undefined) return { voice: { ...voice, status: 'ready' }, added: [], removed: [] }
    const removed = [toRecordingPath(voice)]
    if (outcome === 'failed') return { voice: { ...voice, status: 'failed' }, added: [], removed }
    return { voice: { ...outcome, status: 'ready' }, added: [toRecordingPath(outcome)], removed }
  },
  createEvent: () => undefined,
}

/** Returns whether a new message has a recording that must be encoded. */
export const hasVoiceTask = ({ voice }: Pick<NewMessage, 'voice'>): boolean => voice?.status === 'processing'
