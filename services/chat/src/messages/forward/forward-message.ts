import type { MessageView } from '@meadow/contracts'
import type { MediaStore } from '@meadow/media'
import { type Caller, DomainError } from '@meadow/service'
import { VIDEO_TYPES, VOICE_TYPES } from '@meadow/voice'
import { assertRepeat } from '../../conversations/write/new-message.ts'
import { listPicturePaths, toPicturePath, toRecordingPath } from '../../pictures/picture-paths.ts'
import { UNCLAIMED_TTL_MS } from '../../pictures/upload-picture.ts'
import type { ReadMessageTexts } from '../edit/message-versions.ts'
import { isHiddenFrom } from '../hidden-message.ts'
import { getRecipient, type Message, type MessagePicture, type MessageVideo, type MessageVoice } from '../message.ts'
import { createRecipientCheck, type RecipientCheckDeps } from '../send/recipient-check.ts'
import { type FindSentMessage, getFingerprint, type SendMessageDeps, sendMessage } from '../send/send-message.ts'

export type ForwardMessageDeps = SendMessageDeps &
  RecipientCheckDeps & {
    findSentMessage: FindSentMessage
    readMessages: (ids: readonly string[]) => Promise<Message[]>
    readMessageTexts: ReadMessageTexts
    files: MediaStore
    /** Schedules the removal of files at `dueAt`, unless a message claims them before. */
    scheduleMediaRemovals: (paths: readonly string[], dueAt: Date) => Promise<void>
    newRandomName: () => string
    wakeMediaEncoding: () => void
  }

type ForwardedMessage = { messageId: string; recipientId: string; clientMessageId?: string | undefined }

/**
 * Returns true if a message has something that may leave its conversation. A recording or video that could not be encoded has nothing, a message
 * that disappears stays where it does, and a system line is of its conversation.
 */
export const isForwardable = ({
  deletedAt,
  voice,
  video,
  expiresAt,
  system,
}: Pick<Message, 'deletedAt' | 'voice' | 'video' | 'expiresAt' | 'system'>): boolean =>
  deletedAt === null && voice?.status !== 'failed' && video?.status !== 'failed' && !expiresAt && !system

/**
 * Creates the use case that passes a message on to another conversation of the member: its text, and copies of its pictures, recording or video,
 * so that the deletion of one message leaves the other. It names neither the author nor the conversation. A repeat returns the first one,
 * also if the original is gone since.
 * @throws message_not_found unless the member is in the conversation of the message; message_not_forwardable; upload_failed if a file is
 * gone; the errors of `RecipientCheckDeps` and `sendMessage`
 */
export function createForwardMessage(deps: ForwardMessageDeps) {
  const assertCanSendTo = createRecipientCheck(deps)
  return async (
    caller: Caller,
    { messageId, recipientId, clientMessageId }: ForwardedMessage,
  ): Promise<MessageView> => {
    const draft = { recipientId, clientMessageId, content: '', forwardedId: messageId }
    const first = await findFirst(deps, caller, draft)
    if (first) return first
    await assertCanSendTo(caller.sub, recipientId)
    const texts = await deps.readMessageTexts(messageId, { _id: caller.sub })
    const [message] = texts ? await deps.readMessages([messageId]) : []
    const isShown = message && !message.deletedAt && !isHiddenFrom(message, { _id: caller.sub }, deps.now())
    if (!isShown) throw new DomainError('message_not_found')
    if (!isForwardable(message)) throw new DomainError('message_not_forwardable')
    const { content, pictures, voice, video } = message
    const files = { pictures, ...(voice && { voice }), ...(video && { video }) }
    const copyFiles = () => copyMessageFiles(deps, message)
    const sent = await sendMessage(deps, caller, { ...draft, content, ...files, copyFiles })
    if ((voice ?? video)?.status === 'processing') deps.wakeMediaEncoding()
    return sent
  }
}

/** Returns the message that was forwarded by the same request before. @throws key_reused */
async function findFirst(
  deps: ForwardMessageDeps,
  { sub }: Caller,
  draft: Parameters<typeof getFingerprint>[0],
): Promise<MessageView | undefined> {
  const original = draft.clientMessageId && (await deps.findSentMessage({ _id: sub }, draft.clientMessageId))
  if (!original) return undefined
  assertRepeat({ fingerprint: getFingerprint(draft) }, original)
  const [message] = await deps.readMessages([original._id])
  return (
    message &&
    deps.toMessageView(message, message.sender, await deps.readSignals(message.sender._id, getRecipient(message)._id))
  )
}

async function copyMessageFiles(deps: ForwardMessageDeps, message: Message) {
  const pictures: MessagePicture[] = []
  for (const picture of message.pictures) pictures.push(await copyPicture(deps, picture))
  const voice = message.voice && (await copyVoice(deps, message.voice))
  const video = message.video && (await copyVideo(deps, message.video))
  return { pictures, ...(voice && { voice }), ...(video && { video }) }
}

async function copyPicture(deps: ForwardMessageDeps, picture: MessagePicture): Promise<MessagePicture> {
  const at = deps.now()
  const copy = { ...picture, _id: deps.newId(at), random: deps.newRandomName() }
  await deps.scheduleMediaRemovals(listPicturePaths(copy), new Date(at.getTime() + UNCLAIMED_TTL_MS))
  for (const width of [...picture.narrower, undefined])
    await copyFile(deps.files, toPicturePath(picture.random, width), toPicturePath(copy.random, width))
  return copy
}

async function copyVoice(deps: ForwardMessageDeps, voice: MessageVoice): Promise<MessageVoice> {
  const copy = { ...voice, random: deps.newRandomName() }
  await deps.scheduleMediaRemovals([toRecordingPath(copy)], new Date(deps.now().getTime() + UNCLAIMED_TTL_MS))
  await copyFile(deps.files, toRecordingPath(voice), toRecordingPath(copy), VOICE_TYPES[voice.format])
  return copy
}

async function copyVideo(deps: ForwardMessageDeps, video: MessageVideo): Promise<MessageVideo> {
  const poster = video.poster && (await copyPicture(deps, video.poster))
  const copy = { ...video, poster, random: deps.newRandomName() }
  await deps.scheduleMediaRemovals([toRecordingPath(copy)], new Date(deps.now().getTime() + UNCLAIMED_TTL_MS))
  await copyFile(deps.files, toRecordingPath(video), toRecordingPath(copy), VIDEO_TYPES[video.format])
  return copy
}

/** Copies a stored file. @throws upload_failed if it is gone */
async function copyFile(files: MediaStore, from: string, to: string, type?: string): Promise<void> {
  await using file = await files.open(from)
  if (!file) throw new DomainError('upload_failed')
  await files.put(to, file.read(), type ?? file.type)
}
