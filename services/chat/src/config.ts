import {
  applyServiceStoreUrl,
  defineProcessVariables,
  engineVariables,
  postgresOrMongoStoreUrl,
  readEnvironment,
  trustVariables,
} from '@meadow/service'
import * as z from 'zod'

/** What this process reads of its environment; docs/configuration.md is written from it. */
export const Variables = z.object({
  ...defineProcessVariables(8080),
  ...engineVariables,
  STORE_URL: postgresOrMongoStoreUrl,
  ...trustVariables,
  MEDIA_URL: z.url().describe('Where pictures lie: `file:…` or `s3:…`'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('The origin of our pages; not set: the host that was asked for, on this machine or in its network'),
})

export type Config = z.output<typeof Variables>

/** The configuration of this process. @throws Error naming what is wrong */
export const readConfig = (environment: Record<string, string | undefined>): Config =>
  readEnvironment(Variables, applyServiceStoreUrl('chat', environment))
