import { processVariables, readEnvironment } from '@meadow/service'
import * as z from 'zod'

const Variables = z.object({
  ...processVariables(8080),
  STORE_URL: z.url(),
  BUS_URL: z.url(),
  STATE_URL: z.url(),
  AUTH_URL: z.url().default('http://auth:8080'),
  KEYS_FILE: z.string().optional(),
})

export type Config = z.output<typeof Variables>

/**
 * The configuration of this process; README.md says what each variable means. `SOCIAL_STORE_URL` wins over `STORE_URL`.
 * @throws Error naming what is wrong
 */
export const readConfig = ({ SOCIAL_STORE_URL, STORE_URL, ...rest }: Record<string, string | undefined>): Config =>
  readEnvironment(Variables, { ...rest, STORE_URL: SOCIAL_STORE_URL || STORE_URL })
