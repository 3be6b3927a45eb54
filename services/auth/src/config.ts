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

const Variables = z.object({
  ...processVariables(8080),
  ...engineVariables,
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DEFAULT_PLAN: z.string().max(40).default('pro'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  DEMO_ACCOUNTS: z.string().default('{}').transform(parseJson).pipe(z.record(z.string(), z.string())),
})

export type Config = z.output<typeof Variables>

/** The configuration of this process; README.md says what each variable means. @throws Error naming what is wrong */
export const readConfig = (environment: Record<string, string | undefined>): Config =>
  readEnvironment(Variables, withOwnStore('auth', environment))
