import * as z from 'zod'
import { defineSocketMessage } from '../define-socket-message.ts'

/** What a socket says of itself in the handshake (`auth`). Refused with `token_missing`, `token_invalid` or `token_expired`. */
export const Handshake = z.object({ token: z.string().max(4_096) })

export const authenticate = defineSocketMessage({
  to: 'server',
  name: 'authenticate',
  summary: 'A newer token of the same session, before the old one expires',
  payload: Handshake,
})

export const join = defineSocketMessage({
  to: 'server',
  name: 'join',
  summary: 'Nothing happens: a socket is in the room of the member whose token it brought',
  payload: z.unknown(),
})

export const sessionEnded = defineSocketMessage({
  to: 'client',
  name: 'sessionEnded',
  summary: 'The session is over; the connection ends after this',
  payload: z.object({ code: z.enum(['token_invalid', 'token_expired']) }),
})
