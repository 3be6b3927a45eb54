import {
  applyServiceStoreUrl,
  defineProcessVariables,
  engineVariables,
  postgresOrMongoStoreUrl,
  readEnvironment,
  trustVariables,
} from '@meadow/service'
import * as z from 'zod'

const perHour = (most: number) => z.coerce.number().int().min(1).default(most)

/** What this process reads of its environment; docs/configuration.md is written from it. */
export const Variables = z.object({
  ...defineProcessVariables(8080),
  ...engineVariables,
  STORE_URL: postgresOrMongoStoreUrl,
  ...trustVariables,
  MEDIA_URL: z.url().describe('Where pictures lie: `file:…` or `s3:…`'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on').describe('`off` is for tests under load: nothing is counted'),
  POSTS_PER_HOUR: perHour(30).describe('How many posts a member may publish in an hour'),
  COMMENTS_PER_HOUR: perHour(60).describe('How many comments a member may write in an hour'),
})

export type Config = z.output<typeof Variables>

/** The configuration of this process. @throws Error naming what is wrong */
export const readConfig = (environment: Record<string, string | undefined>): Config =>
  readEnvironment(Variables, applyServiceStoreUrl('posts', environment))
