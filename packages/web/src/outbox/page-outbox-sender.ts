import type { ClientToServerEvents, ErrorCode, SocketAcknowledgement } from '@meadow/contracts/browser'
import { ApiError, createOfflineError } from '../api/api-error.ts'
import { trackPendingCall } from '../api/send-request.ts'
import { pageConnectivity } from '../connectivity/page-connectivity.ts'
import { pageSocket, type SocketConnection } from '../socket/page-socket.ts'
import type { OutboxTokens } from './api-outbox-sender.ts'
import type { ResolvedOutboxRequest, SendOutboxRequest } from './send-outbox-entry.ts'

type PageOutboxSenderDeps = {
  sendByHttp: SendOutboxRequest
  tokens: Pick<OutboxTokens, 'read'>
  readConnection?: () => SocketConnection | undefined
  isOnline?: () => boolean
}

/** Status if the acknowledgement has none. The outbox then repeats by HTTP and gets the real one. */
const FALLBACK_STATUS = 503
/** After more failed texts, the oldest may use the socket again. Discarded ones would otherwise be remembered for ever. */
const MAX_HTTP_NEXT_IDS = 100

/**
 * Creates a sender that sends texts by the socket while it is connected, and everything else by HTTP, also messages with
 * pictures. An attempt uses one of both. After an attempt without an acknowledgement, or one that must be repeated, the next
 * attempt uses HTTP, with the same client key.
 */
export function createPageOutboxSender({
  sendByHttp,
  tokens,
  readConnection = pageSocket.read,
  isOnline = () => navigator.onLine !== false && pageConnectivity.readStatus() === 'online',
}: PageOutboxSenderDeps): SendOutboxRequest {
  const httpNextIds = new Set<string>() // client ids of the texts whose next attempt uses HTTP
  return async (request, options) => {
    const textMessage = toSocketMessage(request)
    const id = textMessage?.clientMessageId
    const isSignedIn = Boolean(await tokens.read(options.memberId))
    const connection = isSignedIn && isOnline() ? readConnection() : undefined
    const isConnectionOfMember = connection?.memberId === options.memberId
    if (!textMessage || !id) return sendByHttp(request, options)
    const isHttpNext = httpNextIds.delete(id) // for this attempt only
    if (isHttpNext || !connection || !isConnectionOfMember) return sendByHttp(request, options)
    httpNextIds.add(id)
    const [oldestId] = httpNextIds
    if (oldestId && httpNextIds.size > MAX_HTTP_NEXT_IDS) httpNextIds.delete(oldestId)
    const acknowledgement = await trackPendingCall(() => sendText(connection, textMessage, options.signal))
    pageConnectivity.reportResponse()
    const response = readAcknowledgement(acknowledgement)
    httpNextIds.delete(id)
    return response
  }
}

/** Returns the message of `POST /messages`. Undefined for other requests: messages with pictures, for example, go by HTTP. */
function toSocketMessage({
  method,
  path,
  body,
}: ResolvedOutboxRequest): ClientToServerEvents['sendMessage'] | undefined {
  if (method !== 'POST' || path !== '/messages' || typeof body !== 'object' || body === null) return undefined
  return body as ClientToServerEvents['sendMessage']
}

/** Sends a text. @throws ApiError without an acknowledgement, AbortError after an abort */
async function sendText(
  { sendMessage }: SocketConnection,
  text: ClientToServerEvents['sendMessage'],
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
