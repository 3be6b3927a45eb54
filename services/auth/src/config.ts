import { engineVariables, processVariables, readEnvironment, withOwnStore } from '@meadow/service'
import * as z from 'zod'

/** @returns undefined, which is no record, for what is no JSON */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What this process reads of its environment; docs/configuration.md is written from it. */
export const Variables = z.object({
  ...processVariables(8080),
  ...engineVariables,
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'What browsers see: the name and safety of the cookie, and the only `Origin` that may use it; not set: an `Origin` equal to the address asked for, on loopback and in private networks',
    ),
  DEFAULT_PLAN: z.string().max(40).default('pro').describe('The plan of new accounts'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on').describe('`off` is for tests under load: no attempt is counted'),
  DEMO_ACCOUNTS: z
    .string()
    .default('{}')
    .transform(parseJson)
    .pipe(z.record(z.string(), z.string()))
    .describe(
      'Passwords by username as JSON: as whom one may look around at this machine. `npm start` names some; nobody else should',
    ),
})

export type Config = z.output<typeof Variables>

/** The configuration of this process. @throws Error naming what is wrong */
export const readConfig = (environment: Record<string, string | undefined>): Config =>
  readEnvironment(Variables, withOwnStore('auth', environment))
