import { engineVariables, processVariables, readEnvironment, trustVariables, withOwnStore } from '@meadow/service'
import * as z from 'zod'

const perHour = (most: number) => z.coerce.number().int().min(1).default(most)

const Variables = z.object({
  ...processVariables(8080),
  ...engineVariables,
  ...trustVariables,
  MEDIA_URL: z.url(),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  POSTS_PER_HOUR: perHour(30),
  COMMENTS_PER_HOUR: perHour(60),
})

export type Config = z.output<typeof Variables>

/** The configuration of this process; README.md says what each variable means. @throws Error naming what is wrong */
export const readConfig = (environment: Record<string, string | undefined>): Config =>
  readEnvironment(Variables, withOwnStore('posts', environment))
