import type { MediaView, MemberView, MessageView, VideoView, VoiceView } from '@meadow/contracts/browser'
import { getUploadErrorDescription } from '@meadow/features'
import type { UnsentPicture, UnsentVideo, UnsentVoice } from '@meadow/features/outbox-plans'
import { describeOutboxRefusal } from '@meadow/web'
import { type FailureKind, getFailureKind } from './failure-kind.ts'
import { getPreviewUrl } from './preview-url.ts'
import { toApiError, type UnsentMessage } from './use-send-message.ts'

/**
 * A message in the list: from the server, or still in the outbox. `key` stays the same when an outbox message becomes a
 * sent one. `localState` is set for outbox messages; `failureReason` and `failureKind` are set if sending has failed.
 */
export type ShownMessage = MessageView & {
  key: string
  localState?: 'sending' | 'failed'
  /** It has not left the device yet, and can be taken back. */
  isHeld?: boolean
  progress?: number
  failureReason?: string
  failureKind?: FailureKind
  uploadProblem?: string
}

export type ShownVideo = NonNullable<ShownMessage['video']>

/** Converts a message of the server. */
export const toShownMessage = (message: MessageView, userId: string): ShownMessage => {
  const isOwn = message.sender._id !== userId
  return { ...message, key: (isOwn && message.clientMessageId) || message._id }
}

/** Shows a picture that is not uploaded yet. Its size is unknown. */
function toPreview({ alt }: UnsentPicture, index: number, file: Blob | undefined): MediaView {
  const url = file ? getPreviewUrl(file) : ''
  return { _id: `preview-${index}`, url, secure_url: url, alt, width: 4, height: 3, placeholder: '', sources: [] }
}

/** Shows a recording that is not uploaded yet. Its own browser plays it. */
const toVoicePreview = ({ durationMs }: UnsentVoice, file: Blob | undefined): VoiceView => ({
  status: 'ready',
  url: file ? getPreviewUrl(file) : null,
  durationMs,
  peaks: [],
})

/** Shows a video that is not uploaded yet. Its own browser plays it. */
const toVideoPreview = ({ durationMs, width, height }: UnsentVideo, file: Blob | undefined): VideoView => ({
  status: 'ready',
  url: file ? getPreviewUrl(file) : null,
  durationMs,
  width: width ?? null,
  height: height ?? null,
  poster: null,
})

function getMessageType({
  voice,
  video,
  pictures,
}: {
  voice: unknown
  video: unknown
  pictures: readonly unknown[]
}): MessageView['messageType'] {
  if (voice) return 'voice'
  if (video) return 'video'
  return pictures.length > 0 ? 'image' : 'text'
}

/** Converts an outbox message. `seq` decides its position after the sent messages. */
function outboxToShownMessage(
  entry: UnsentMessage,
  { sender, recipient, seq }: { sender: MemberView; recipient: MemberView; seq: number },
): ShownMessage {
  const { id, data, files, createdAt, refusal, progress, lastProblem } = entry
  const { content, pictures, voice, video, forwarded, replyTo, threadId } = data
  const shownVoice = voice ? toVoicePreview(voice, files[0]) : forwarded?.voice
  const shownVideo = video ? toVideoPreview(video, files[0]) : forwarded?.video
  const shownPictures = forwarded?.pictures ?? pictures.map((picture, index) => toPreview(picture, index, files[index]))
  const hasUploadProblem =
    lastProblem !== undefined && (pictures.length > 0 || voice !== undefined || video !== undefined)
  return {
    _id: id,
    key: id,
    seq,
    rev: 0,
    clientMessageId: id,
    sender,
    recipient,
    content,
    messageType: getMessageType({ voice: shownVoice, video: shownVideo, pictures: shownPictures }),
    ...(shownVoice && { voice: shownVoice }),
    ...(shownVideo && { video: shownVideo }),
    ...(forwarded && { isForwarded: true }),
    imageUrl: '',
    media: null,
    pictures: [...shownPictures],
    isRead: false,
    status: 'sent',
    createdAt,
    edited: false,
    editedAt: null,
    deletedAt: null,
    reactions: [],
    replyTo,
    threadId,
    threadCount: 0,
    localState: refusal === null ? 'sending' : 'failed',
    ...(refusal !== null && { failureReason: describeOutboxRefusal(entry), failureKind: getFailureKind(refusal) }),
    ...(isHeld(entry) && { isHeld: true }),
    ...(progress !== undefined && { progress }),
    ...(hasUploadProblem && { uploadProblem: getUploadErrorDescription(toApiError(lastProblem)) }),
  }
}

/** Returns true for a message that waits for its time, or for a connection after that, and was never attempted. */
const isHeld = ({ notBeforeMs, attempts, refusal }: UnsentMessage): boolean =>
  notBeforeMs !== undefined && attempts === 0 && refusal === null

type OutboxContext = { sender: MemberView; recipient: MemberView; lastSeq: number }

/** Appends outbox messages to the sent ones. Leaves out those that have been sent; `lastSeq` counts if none has. */
export function appendOutboxMessages(
  sent: readonly ShownMessage[],
  pending: readonly UnsentMessage[],
  { sender, recipient, lastSeq }: OutboxContext,
): ShownMessage[] {
  const sentKeys = new Set(sent.map(({ key }) => key))
  const seq = (sent.at(-1)?.seq ?? lastSeq) + 1
  const unsent = pending.filter(({ id }) => !sentKeys.has(id))
  return [
    ...sent,
    ...unsent.map((message, index) => outboxToShownMessage(message, { sender, recipient, seq: seq + index })),
  ]
}
