import { defineProcessVariables } from '@meadow/service/config'
import * as z from 'zod'

export const FrontendServerVariables = z.object({
  ...defineProcessVariables(8080),
  SERVICE_WORKER: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      '`off`: browsers remove the service worker and its caches at their next visit, and then load the app from the network. For a service worker that must be withdrawn',
    ),
  ROLLED_BACK_AT: z.iso
    .datetime()
    .optional()
    .describe(
      'the time of a return to an older build, as `2026-01-31T12:00:00Z`: browsers that have a build of an earlier time take the older one. Without it they take newer builds only',
    ),
})
