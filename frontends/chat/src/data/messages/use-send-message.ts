import type { ClientToServerEvents, ErrorCode, MessageView, SocketAcknowledgement } from '@meadow/contracts/browser'
import { trimText } from '@meadow/contracts/visible-text'
import { getUploadErrorDescription } from '@meadow/features'
import {
  type MessageActionData,
  messagePlan,
  type UnsentPicture,
  type UnsentVideo,
  type UnsentVoice,
} from '@meadow/features/outbox-plans'
import {
  ApiError,
  createOfflineError,
  type OutboxKind,
  type OutboxRefusal,
  pageConnectivity,
  pageSocket,
  readStoredSession,
  registerOutboxKind,
  type ShownOutboxEntry,
  type SocketConnection,
  trackPendingCall,
  useOutbox,
  useOutboxEntries,
} from '@meadow/web'
import { useCallback } from 'react'
import { t } from '../../texts.ts'
import { getMessageHold } from '../../undo-send/message-hold.ts'
import { applyNewMessage } from '../sync/apply-push.ts'
import { revokePreviewUrls } from './preview-url.ts'

/** A message that is not sent yet. */
export type UnsentMessage = ShownOutboxEntry<MessageActionData>

type MessageContext = { replyTo?: QuotedMessage | undefined; threadId?: string | undefined }

/** Returns functions that send messages to `userId` through the outbox: shown at once, sent in order, never twice. */
export function useSendMessage(userId: string) {
  const outbox = useOutbox()
  const unsent = useUnsentMessages(userId)
  const add = (
    content: string,
    pictures: readonly UnsentPicture[],
    { replyTo, threadId }: MessageContext,
    recording: { voice?: UnsentVoice; video?: UnsentVideo } = {},
  ) =>
    void outbox.add(messageAction, {
      recipientId: userId,
      content: trimText(content),
      pictures: pictures.map(({ file, alt }) => ({ file, alt })),
      ...recording,
      replyTo: replyTo ? toQuote(replyTo) : null,
      threadId: threadId ?? null,
      ...getMessageHold(),
    })
  return {
    /** Ignores a text of nothing but spaces. A refused message with the same text is sent again instead of a second one. */
    sendText: ({ content, ...context }: { content: string } & MessageContext) => {
      const refused = unsent.findLast(({ refusal, data }) => refusal && isTextMessage(data, trimText(content), context))
      if (refused) void outbox.retry(refused.id)
      else if (trimText(content)) add(content, [], context)
    },
    /** Sends pictures with a text, which may be empty. */
    sendPictures: ({
      pictures,
      content,
      ...context
    }: { pictures: readonly UnsentPicture[]; content: string } & MessageContext) => add(content, pictures, context),
    sendVoice: ({ voice, ...context }: { voice: UnsentVoice } & MessageContext) => add('', [], context, { voice }),
    sendVideo: ({ video, ...context }: { video: UnsentVideo } & MessageContext) => add('', [], context, { video }),
    /** Sends the refused message with this `key` again. */
    retry: (key: string) => void outbox.retry(key),
    discard: (key: string) => {
      void outbox.discard(key)
      revokePreviewUrls(unsent.find(({ id }) => id === key)?.files ?? [])
    },
  }
}

/** Returns true for a message of this text alone, in the same place. */
const isTextMessage = (
  { content, pictures, voice, video, forwarded, replyTo, threadId }: MessageActionData,
  text: string,
  context: MessageContext,
): boolean =>
  pictures.length === 0 &&
  !voice &&
  !forwarded &&
  !video &&
  content === text &&
  replyTo?._id === context.replyTo?._id &&
  threadId === (context.threadId ?? null)

/** Returns the messages to one recipient that are not sent yet, oldest first. */
export const useUnsentMessages = (userId: string): readonly UnsentMessage[] =>
  useOutboxEntries(
    messageAction,
    useCallback(({ data }) => data.recipientId === userId, [userId]),
  )

type QuotedMessage = NonNullable<MessageView['replyTo']>

const toQuote = ({ _id, content, messageType, pictureCount, deletedAt, sender }: QuotedMessage): QuotedMessage => ({
  _id,
  content,
  messageType,
  pictureCount,
  deletedAt,
  sender,
})

/** Sends a message with text, pictures or both, a recording or a video, by the socket or HTTP. The list of messages shows it from the outbox itself. */
export const messageAction: OutboxKind<MessageActionData, { message: MessageView }> = {
  ...messagePlan,
  plan: (data, id) => ({ ...messagePlan.plan(data, id), description: describeMessage(data) }),
  getSubject: ({ id }) => `new message ${id}`,
  send: createMessageSender(),
  settle(cache, { memberId, files }, { message }) {
    applyNewMessage(cache, message, memberId)
    revokePreviewUrls(files)
  },
  describeRefusal: (refusal, { pictures, voice, video }) =>
    pictures.length > 0 || voice || video ? getUploadErrorDescription(toApiError(refusal)) : refusal.message,
}
registerOutboxKind(messageAction)

function describeMessage({ content, pictures, voice, video, forwarded }: MessageActionData): string {
  if (forwarded) return t('waiting.forwarded')
  if (video) return t('waiting.video')
  if (voice) return t('waiting.voice')
  return content ? t('waiting.message', { text: content }) : t('waiting.pictures', { count: pictures.length })
}

/** Restores the error of a refused or failed attempt. */
export const toApiError = (refusal: OutboxRefusal): ApiError =>
  new ApiError({ ...refusal, code: refusal.code as ApiError['code'] })

type TextMessage = ClientToServerEvents['sendMessage']
type SendMessage = NonNullable<OutboxKind<unknown>['send']>

type MessageSenderDeps = {
  readConnection?: () => SocketConnection | undefined
  isOnline?: () => boolean
  isSignedInAs?: (memberId: string) => boolean
}

/** Status if the acknowledgement has none. The outbox then repeats by HTTP and gets the real one. */
const FALLBACK_STATUS = 503
/** After more failed texts, the oldest may use the socket again. Discarded ones would otherwise be remembered for ever. */
const MAX_HTTP_NEXT_IDS = 100

/**
 * Creates a sender of messages: texts go by the socket while it is connected, messages with pictures by HTTP. An attempt uses
 * one of both. After an attempt without an acknowledgement, or one that must be repeated, the next attempt uses HTTP, with the
 * same client key.
 */
export function createMessageSender({
  readConnection = pageSocket.read,
  isOnline = () => navigator.onLine !== false && pageConnectivity.readStatus() === 'online',
  isSignedInAs = (memberId) => Boolean(readStoredSession().token) && readStoredSession().userId === memberId,
}: MessageSenderDeps = {}): SendMessage {
  const httpNextIds = new Set<string>() // client ids of the texts whose next attempt uses HTTP
  return async ({ body }, { memberId, signal, sendByHttp }) => {
    const isText = !(body instanceof FormData) && 'content' in (body as object) // a forwarded message has none
    const text = isText ? (body as TextMessage) : undefined
    const id = text?.clientMessageId
    if (!text || !id) return sendByHttp()
    const connection = isSignedInAs(memberId) && isOnline() ? readConnection() : undefined
    const isHttpNext = httpNextIds.delete(id) // for this attempt only
    if (isHttpNext || connection?.memberId !== memberId) return sendByHttp()
    httpNextIds.add(id)
    const [oldestId] = httpNextIds
    if (oldestId && httpNextIds.size > MAX_HTTP_NEXT_IDS) httpNextIds.delete(oldestId)
    const acknowledgement = await trackPendingCall(() => sendText(connection, text, signal))
    pageConnectivity.reportResponse()
    const response = readAcknowledgement(acknowledgement)
    httpNextIds.delete(id)
    return response
  }
}

/** Sends a text. @throws ApiError without an acknowledgement, AbortError after an abort */
async function sendText(
  { sendMessage }: SocketConnection,
  text: TextMessage,
  signal: AbortSignal,
): Promise<SocketAcknowledgement> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const handleAbort = () => reject(signal.reason)
  signal.addEventListener('abort', handleAbort)
  try {
    return await Promise.race([sendMessage(text), aborted])
  } catch (cause) {
    signal.throwIfAborted()
    pageConnectivity.reportNoResponse()
    throw createOfflineError(cause)
  } finally {
    signal.removeEventListener('abort', handleAbort)
  }
}

/** Returns the response that `POST /messages` would have. @throws ApiError */
function readAcknowledgement(acknowledgement: SocketAcknowledgement): unknown {
  if (acknowledgement.ok) return { message: acknowledgement.message }
  const { code, error = 'Something went wrong', status = FALLBACK_STATUS, retryAfter } = acknowledgement
  throw new ApiError({
    status,
    code: code as ErrorCode,
    message: error,
    retryAfterMs: retryAfter && retryAfter * 1_000,
  })
}
