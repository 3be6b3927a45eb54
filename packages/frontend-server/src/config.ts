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
})
