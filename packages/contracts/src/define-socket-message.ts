import type * as z from 'zod'

/**
 * One message of a Socket.IO connection. `to: 'client'` is a hint to the browser, never the record: what it missed it
 * asks for. `to: 'server'` is acknowledged with `{ ok: true }` or `{ ok: false, code }`.
 */
export type SocketMessage = {
  readonly to: 'client' | 'server'
  readonly name: string
  readonly summary: string
  readonly payload: z.ZodType
}

/** States a message once, for the service that speaks with sockets, the browser and the document. */
export const defineSocketMessage = <const M extends SocketMessage>(message: M): M => message

type PayloadsOf<All extends Record<string, SocketMessage>, To extends SocketMessage['to']> = {
  [Name in keyof All as All[Name]['to'] extends To ? All[Name]['name'] : never]: z.output<All[Name]['payload']>
}

/** What the browser hears: payloads by the names of the messages. */
export type ToClient<All extends Record<string, SocketMessage>> = PayloadsOf<All, 'client'>

/** What the browser says. */
export type ToServer<All extends Record<string, SocketMessage>> = PayloadsOf<All, 'server'>

/** How the server acknowledges what the browser says; `code` is one of the error codes. */
export type Acknowledgement = { ok: true } | { ok: false; code: string }
