import { processVariables, readEnvironment } from '@meadow/service'
import * as z from 'zod'

const Variables = z
  .object({
    ...processVariables(8080),
    SOCIAL_STORE_URL: z.url().optional(),
    STORE_URL: z.url().optional(),
    BUS_URL: z.url(),
    STATE_URL: z.url(),
    AUTH_URL: z.url().default('http://auth:8080'),
    KEYS_FILE: z.string().optional(),
  })
  .transform(({ SOCIAL_STORE_URL, STORE_URL, ...rest }, context) => {
    const storeUrl = SOCIAL_STORE_URL ?? STORE_URL
    if (storeUrl !== undefined) return { ...rest, STORE_URL: storeUrl }
    context.addIssue({ code: 'custom', path: ['STORE_URL'], message: 'is not set' })
    return z.NEVER
  })

export type Config = z.output<typeof Variables>

/** The configuration of this process; README.md says what each variable means. @throws Error naming what is wrong */
export const readConfig = (environment: Record<string, string | undefined>): Config =>
  readEnvironment(Variables, environment)
