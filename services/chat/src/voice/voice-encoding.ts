import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MediaStore } from '@meadow/media'
import { DomainError, type Logger } from '@meadow/service'
import { createPollingTask, type PollingTask } from '@meadow/storage'
import { VOICE_TYPES, type VoiceEncoder } from '@meadow/voice'
import type { ConversationRepository } from '../conversations/conversation-repository.ts'
import { listInformedMembers } from '../messages/change-message.ts'
import { getRecipient, type Message, type ToMessageView } from '../messages/message.ts'
import { toVoicePath } from '../pictures/picture-paths.ts'
import { UNCLAIMED_TTL_MS } from '../pictures/upload-picture.ts'
import type { Push } from '../realtime/push/push-bus.ts'
import type { ReadSignals } from '../receipts/receipt-repository.ts'
import type { StoreVoiceCompletion, VoiceOutcome, VoiceTask, VoiceTaskStore } from './voice-task.ts'

export type VoiceEncodingDeps = {
  voiceTasks: VoiceTaskStore
  voiceEncoder: VoiceEncoder
  messages: { completeVoice: StoreVoiceCompletion }
  /** Reads messages, of any conversation. */
  readMessages: (ids: readonly string[]) => Promise<Message[]>
  conversations: Pick<ConversationRepository, 'isOpen'>
  files: MediaStore
  scheduleMediaRemovals: (paths: readonly string[], dueAt: Date) => Promise<void>
  wakeMediaCleanup: () => void
  toMessageView: ToMessageView
  readSignals: ReadSignals
  push: Push
  log: Logger
  now: () => Date
  newId: (at: Date) => string
  newRandomName: () => string
}

/** It is woken when a recording was stored. */
export type VoiceEncodingTask = PollingTask

const POLL_INTERVAL_MS = 15_000
/** Longer than the encoder may take. After it, another instance takes the recording of one that was killed. */
export const CLAIM_MS = 90_000
const MAX_ATTEMPTS = 3

/**
 * Creates the background task that encodes recordings, one at a time. A recording fails if its file is missing, if the encoder refuses it,
 * or if the encoder crashes on the third attempt or a later one. An outage of a store is retried for as long as it lasts.
 */
export function createVoiceEncodingTask(deps: VoiceEncodingDeps): VoiceEncodingTask {
  const { voiceTasks, log, now } = deps

  async function encodeDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const at = now()
      const task = await voiceTasks.claim(at, new Date(at.getTime() + CLAIM_MS))
      if (!task) return
      await encodeTask(deps, task, signal)
    }
  }

  return createPollingTask({
    name: 'voice encoding',
    intervalMs: POLL_INTERVAL_MS,
    run: encodeDue,
    failure: 'failed to encode a recording, will retry',
    log,
  })
}

/** Encodes one recording, and pushes the message to all devices of both members; across a block, to those of the sender alone. */
async function encodeTask(deps: VoiceEncodingDeps, task: VoiceTask, signal: AbortSignal): Promise<void> {
  const { voiceTasks, messages, conversations, toMessageView, readSignals, push, now, newId } = deps
  const [stored] = await deps.readMessages([task.messageId])
  if (stored?.voice?.status !== 'processing') return voiceTasks.drop(task.messageId)
  await using temporary = await createTemporaryFolder()
  const result = await encodeVoice(deps, stored.voice, task, { folder: temporary.path, signal })
  if (result === 'retry') return
  const at = now()
  const by = { ...stored.sender, profileVersion: 0 }
  const completion = { messageId: task.messageId, by, at, eventId: newId(at), outcome: result.outcome }
  const { message, isChanged } = await messages.completeVoice(completion)
  if (!isChanged) {
    const { outcome } = result
    if (outcome && outcome !== 'failed') await deps.files.remove(toVoicePath(outcome)) // deleted, or completed by another instance
    return voiceTasks.drop(task.messageId)
  }
  deps.wakeMediaCleanup()
  const shared = await readSignals(message.sender._id, getRecipient(message)._id)
  for (const [member] of await listInformedMembers(conversations, message, message.sender)) {
    push({ to: { member }, name: 'messageProcessed', payload: toMessageView(message, { _id: member }, shared) })
  }
}

/** Encodes a recording and stores its file. Returns `retry` if another run may succeed. */
async function encodeVoice(
  { voiceTasks, voiceEncoder, files, scheduleMediaRemovals, log, now, newRandomName }: VoiceEncodingDeps,
  voice: NonNullable<Message['voice']>,
  { messageId }: VoiceTask,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<'retry' | { outcome: VoiceOutcome }> {
  const [recorded, encoded] = [join(folder, 'recorded'), join(folder, 'encoded.m4a')]
  const file = await files.open(toVoicePath(voice))
  if (!file) return { outcome: 'failed' }
  await pipeline(file.read(), createWriteStream(recorded))
  const attempts = await voiceTasks.countAttempt(messageId) // an outage of the media store is none
  const encoding = await voiceEncoder.encode(recorded, encoded, signal)
  if (encoding === undefined) return { outcome: undefined }
  if (!('voice' in encoding)) {
    log.info({ messageId, reason: encoding.code, detail: encoding.message }, 'a recording was not encoded')
    return signal.aborted || (encoding.code === 'crashed' && attempts < MAX_ATTEMPTS) ? 'retry' : { outcome: 'failed' }
  }
  const outcome = { ...encoding.voice, random: newRandomName(), format: 'm4a' as const }
  const path = toVoicePath(outcome)
  await scheduleMediaRemovals([path], new Date(now().getTime() + UNCLAIMED_TTL_MS))
  await files.put(path, createReadStream(encoded), VOICE_TYPES.m4a)
  return { outcome }
}

async function createTemporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), `meadow-upload-${process.pid}-`)) // removed by the next process if this one is killed
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Creates a probe that fails with `unavailable` if this machine has no encoder, and so stores recordings as they are. */
export const createVoiceProbe = (encoder: Pick<VoiceEncoder, 'isInstalled'>) => async (): Promise<void> => {
  if (!encoder.isInstalled) throw new DomainError('unavailable')
}
