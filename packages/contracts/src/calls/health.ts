import * as z from 'zod'
import { defineCall } from '../define-call.ts'

export const health = defineCall({
  method: 'get',
  path: '/health',
  access: 'anyone',
  summary: 'How the whole is: each service `up` or `down`',
  response: z.object({
    status: z.enum(['ok', 'degraded']),
    services: z.record(z.string(), z.enum(['up', 'down'])),
  }),
})
