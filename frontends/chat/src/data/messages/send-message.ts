import type { ClientToServerEvents, ErrorCode, SocketAcknowledgement } from '@meadow/contracts/browser'
import {
  ApiError,
  createOfflineError,
  type OutboxKind,
  pageConnectivity,
  pageSocket,
  readStoredSession,
  type SocketConnection,
  trackPendingCall,
} from '@meadow/web'

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
    const text = body instanceof FormData ? undefined : (body as TextMessage)
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
