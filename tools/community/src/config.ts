import { defineProcessVariables, engineVariables, readEnvironment } from '@meadow/service'
import * as z from 'zod'
import { SigningKeyVariables } from '../../../services/auth/src/config.ts'
import { PushKeyVariables } from '../../../services/notify/src/config.ts'

/** The environment variables of this process; docs/configuration.md is generated from them. */
export const CommunityVariables = z.object({
  LOG_LEVEL: defineProcessVariables(0).LOG_LEVEL.default('error').describe('How much its services log'),
  ...engineVariables,
  ...SigningKeyVariables.shape,
  ...PushKeyVariables.shape,
  STATE_URL: engineVariables.STATE_URL.optional().describe(
    'The shared state of each service for which `<NAME>_STATE_URL` is not set',
  ),
  STORE_URL: engineVariables.STORE_URL.optional().describe(
    'The store of each service for which `<NAME>_STORE_URL` is not set',
  ),
  POSTS_MEDIA_URL: z.url().describe('Where posts stores pictures'),
  CHAT_MEDIA_URL: z.url().describe('Where chat stores pictures'),
  AUTH_URL: z.url().default('http://auth:8080').describe('The running auth service; used in the stage `rest`'),
  LINK_ORIGIN: z
    .url()
    .optional()
    .describe('Origin of the product, at which posts link to others. Not set: they do not'),
  COMMUNITY_STAGE: z
    .enum(['first', 'rest'])
    .describe('`first`: a small community, before the product opens; `rest`: everything else, while it runs'),
  COMMUNITY_JOURNAL: z.string().describe('The file that records what was created, and the passwords of the members'),
})

export type CommunityConfig = z.output<typeof CommunityVariables>

/** Reads the configuration of this process. @throws Error naming what is wrong */
export const readCommunityConfig = (environment: Record<string, string | undefined>): CommunityConfig =>
  readEnvironment(CommunityVariables, environment)
