import { processVariables, readEnvironment } from '@meadow/service'
import * as z from 'zod'

const Environment = z
  .object({
    ...processVariables(8080),
    AUTH_STORE_URL: z.url().optional(),
    STORE_URL: z.url().optional(),
    BUS_URL: z.url(),
    STATE_URL: z.url(),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    DEFAULT_PLAN: z.string().max(40).default('pro'),
    RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  })
  .transform(({ AUTH_STORE_URL, STORE_URL, ...rest }, context) => {
    const storeUrl = AUTH_STORE_URL ?? STORE_URL
    if (storeUrl !== undefined) return { ...rest, STORE_URL: storeUrl }
    context.addIssue({ code: 'custom', path: ['STORE_URL'], message: 'is not set' })
    return z.NEVER
  })

export type Config = z.output<typeof Environment>

/** The configuration of this process; README.md says what each variable means. @throws Error naming what is wrong */
export const readConfig = (environment: Record<string, string | undefined>): Config =>
  readEnvironment(Environment, environment)
