import { engineVariables, processVariables, readEnvironment } from '@meadow/service'
import * as z from 'zod'

const Variables = z.object({
  LOG_LEVEL: processVariables(0).LOG_LEVEL.default('warn'),
  ...engineVariables,
  POSTS_MEDIA_URL: z.url(),
  CHAT_MEDIA_URL: z.url(),
  COMMUNITY_NOTES: z.string(),
})

export type Config = z.output<typeof Variables>

/** The configuration of this process; README.md says what each variable means. @throws Error naming what is wrong */
export const readConfig = (environment: Record<string, string | undefined>): Config =>
  readEnvironment(Variables, environment)
