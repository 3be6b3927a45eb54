import { engineVariables, processVariables, readEnvironment } from '@meadow/service'
import * as z from 'zod'

/** What this process reads of its environment; docs/configuration.md is written from it. */
export const Variables = z.object({
  LOG_LEVEL: processVariables(0).LOG_LEVEL.default('warn').describe('How much the services say meanwhile'),
  ...engineVariables,
  STORE_URL: engineVariables.STORE_URL.describe('The store of each service that `<NAME>_STORE_URL` names none for'),
  POSTS_MEDIA_URL: z.url().describe('Where posts keeps pictures'),
  CHAT_MEDIA_URL: z.url().describe('Where chat keeps pictures'),
  COMMUNITY_NOTES: z.string().describe('The file that notes what is made, with the passwords of this installation'),
})

export type Config = z.output<typeof Variables>

/** The configuration of this process. @throws Error naming what is wrong */
export const readConfig = (environment: Record<string, string | undefined>): Config =>
  readEnvironment(Variables, environment)
