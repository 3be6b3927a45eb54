import {
  type ClientToServerEvents,
  clientToServerMessages,
  ERRORS,
  type MessageView,
  type SocketAcknowledgement,
  STATUS_BY_ERROR_KIND,
} from '@meadow/contracts'
import { type Logger, toDomainError } from '@meadow/service'
import type { RealtimeSocket } from './socket-types.ts'

/**
 * A handler for each event that clients may emit. Returns what the acknowledgement has beside `ok`.
 * @throws DomainError, whose code and message are sent in the acknowledgement
 */
export type ClientEventHandlers = {
  [Name in keyof ClientToServerEvents]: (
    socket: RealtimeSocket,
    payload: ClientToServerEvents[Name],
  ) => Name extends 'sendMessage' ? Promise<{ message: MessageView }> : Promise<void> | void
}

export type ClientEventDeps = {
  handlers: ClientEventHandlers
  /** Returns true for an error of an engine that is away. */
  isOutage: (error: unknown) => boolean
  log: Logger
  onRefused: (reason: 'unknown_message' | 'invalid_message') => void
}

const clientEvents = new Map(Object.entries(clientToServerMessages))

/**
 * Handles the events of a socket: parses the payload by its contract, calls the handler, and acknowledges if the client
 * requests it. Unknown events end here and are never forwarded to other sockets.
 */
export function handleClientEvents(
  socket: RealtimeSocket,
  { handlers, isOutage, log, onRefused }: ClientEventDeps,
): void {
  async function handle(name: string, payload: unknown): Promise<SocketAcknowledgement> {
    const event = clientEvents.get(name)
    const parsed = event?.payload.safeParse(payload)
    if (!event || !parsed?.success) {
      onRefused(event ? 'invalid_message' : 'unknown_message')
      const { kind, message } = ERRORS.invalid_request
      return { ok: false, code: 'invalid_request', status: STATUS_BY_ERROR_KIND[kind], error: message }
    }
    try {
      const acknowledged = await handlers[name as keyof ClientToServerEvents](socket, parsed.data as never)
      return { ok: true, ...(acknowledged ?? {}) }
    } catch (error) {
      const { code, kind, message, retryAfter } = toDomainError(error, isOutage)
      if (kind === 'unexpected') log.error({ err: error, name }, 'socket event could not be handled')
      const status = STATUS_BY_ERROR_KIND[kind]
      return { ok: false, code, status, error: message, ...(retryAfter !== undefined && { retryAfter }) }
    }
  }

  socket.use(async ([name, ...values]) => {
    const acknowledge: unknown = typeof values.at(-1) === 'function' ? values.pop() : undefined
    const acknowledgement = await handle(name, values[0])
    if (typeof acknowledge === 'function') acknowledge(acknowledgement)
  })
}
