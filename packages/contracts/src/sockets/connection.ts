import * as z from 'zod'
import { defineSocketMessage } from '../define-socket-message.ts'

export const sessionEnded = defineSocketMessage({
  summary: 'The session has ended; the server closes the connection after this message',
  payload: z.object({ code: z.enum(['token_invalid', 'token_expired']) }),
})
