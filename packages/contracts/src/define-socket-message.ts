import type * as z from 'zod'
import type { ReaderForm } from './reader-schema.ts'
import type { MessageView } from './shapes/message.ts'

/** One message of a Socket.IO connection. Its key in the map of its direction is the name of the Socket.IO event. */
export type SocketMessage = {
  readonly summary: string
  readonly payload: z.ZodType
}

/** Defines a message once, for the service, the browser and the AsyncAPI document. */
export const defineSocketMessage = <const M extends SocketMessage>(message: M): M => message

/** The payload of each message as its receiver reads it, by the name of the message. A newer sender may use new enum values. */
export type SocketPayloads<Messages extends Record<string, SocketMessage>> = {
  [Name in keyof Messages]: ReaderForm<z.output<Messages[Name]['payload']>>
}

/**
 * The server's acknowledgement of a message from the browser. `message` is that of `sendMessage`; `code` is one of the error
 * codes, `status` that of HTTP, `error` the text for members, `retryAfter` the seconds until a retry makes sense.
 */
export type SocketAcknowledgement =
  | { ok: true; message?: MessageView }
  | { ok: false; code: string; status?: number; error?: string; retryAfter?: number }
