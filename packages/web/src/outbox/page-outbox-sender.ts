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

/** A server that does not say the status: a repeat by HTTP gets it. */
const UNKNOWN_STATUS = 503

/**
 * Creates a sender that sends texts by the socket while it is connected, and all else by HTTP. An attempt uses one of both.
 * After an attempt without an acknowledgement, or one that must be repeated, the next attempt uses HTTP, with the same client
 * key.
 */
export function createPageOutboxSender({
  sendByHttp,
  tokens,
  readConnection = pageSocket.read,
  isOnline = () => navigator.onLine !== false && pageConnectivity.readStatus() === 'online',
}: PageOutboxSenderDeps): SendOutboxRequest {
  const repeatedIds = new Set<string>() // client ids of the texts that must be repeated by HTTP
  return async (request, options) => {
    const text = toSocketText(request)
    const id = text?.clientMessageId
    const isSignedIn = Boolean(await tokens.read(options.memberId))
    const connection = isSignedIn && isOnline() ? readConnection() : undefined
    const isOfMember = connection?.memberId === options.memberId
    if (!text || !id || repeatedIds.delete(id) || !connection || !isOfMember) return sendByHttp(request, options)
    repeatedIds.add(id)
    const acknowledgement = await trackPendingCall(() => sendText(connection, text, options.signal))
    pageConnectivity.reportResponse()
    const response = readAcknowledgement(acknowledgement)
    repeatedIds.delete(id)
    return response
  }
}

/** Returns the text of `POST /messages`; undefined for other requests, such as those with pictures. */
function toSocketText({ method, path, body }: ResolvedOutboxRequest): ClientToServerEvents['sendMessage'] | undefined {
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
  const { code, error = 'Something went wrong', status = UNKNOWN_STATUS, retryAfter } = acknowledgement
  throw new ApiError({
    status,
    code: code as ErrorCode,
    message: error,
    retryAfterMs: retryAfter && retryAfter * 1_000,
  })
}
