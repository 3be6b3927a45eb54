import * as z from 'zod'
import { defineCall } from '../define-call.ts'

export const health = defineCall({
  method: 'get',
  path: '/health',
  access: 'anyone',
  summary: 'Returns the health of the installation: each service is `up` or `down`',
  response: z.object({
    status: z.enum(['ok', 'degraded']),
    services: z.record(z.string(), z.enum(['up', 'down'])),
  }),
})
