import {
  applyServiceStoreUrl,
  defineProcessVariables,
  engineVariables,
  postgresOrMongoStoreUrl,
  readEnvironment,
  tokenVerificationVariables,
} from '@meadow/service'
import * as z from 'zod'

/** The environment variables of this process. docs/configuration.md is generated from it. */
export const ChatVariables = z.object({
  ...defineProcessVariables(8080),
  ...engineVariables,
  STORE_URL: postgresOrMongoStoreUrl,
  ...tokenVerificationVariables,
  MEDIA_URL: z.url().describe('Media store for pictures: `file:…` or `s3:…`'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Public origin of the product. Without it, the requested host is accepted on this machine and its network',
    ),
})

export type ChatConfig = z.output<typeof ChatVariables>

/** Reads the configuration. @throws Error that names the invalid variables */
export const readChatConfig = (environment: Record<string, string | undefined>): ChatConfig =>
  readEnvironment(ChatVariables, applyServiceStoreUrl('chat', environment))
