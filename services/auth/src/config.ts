import { applyServiceStoreUrl, defineProcessVariables, engineVariables, readEnvironment } from '@meadow/service'
import * as z from 'zod'

/** Parses JSON. Returns undefined for invalid JSON, which the schema then refuses. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Environment variables of this process. docs/configuration.md is generated from them. */
export const AuthVariables = z.object({
  ...defineProcessVariables(8080),
  ...engineVariables,
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Origin of the product in browsers: decides the name and the `Secure` flag of the refresh cookie, and is the only `Origin` that may use it. Without it, an `Origin` equal to the requested host is accepted on loopback and in private networks',
    ),
  DEFAULT_PLAN: z.string().max(40).default('pro').describe('Plan of new accounts'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on').describe('`off` disables the rate limits, for load tests'),
  DEMO_ACCOUNTS: z
    .string()
    .default('{}')
    .transform(parseJson)
    .pipe(z.record(z.string(), z.string()))
    .describe(
      'Demo accounts as a JSON object of passwords by username. The sign-in page lists them, on this machine only. Set by `npm start`; leave empty elsewhere',
    ),
})

export type AuthConfig = z.output<typeof AuthVariables>

/** Reads the configuration of this process. @throws Error that names the invalid variables */
export const readAuthConfig = (environment: Record<string, string | undefined>): AuthConfig =>
  readEnvironment(AuthVariables, applyServiceStoreUrl('auth', environment))
