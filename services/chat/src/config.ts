import { engineVariables, processVariables, readEnvironment, trustVariables, withOwnStore } from '@meadow/service'
import * as z from 'zod'

const Variables = z.object({
  ...processVariables(8080),
  ...engineVariables,
  ...trustVariables,
  MEDIA_URL: z.url(),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
})

export type Config = z.output<typeof Variables>

/** The configuration of this process; README.md says what each variable means. @throws Error naming what is wrong */
export const readConfig = (environment: Record<string, string | undefined>): Config =>
  readEnvironment(Variables, withOwnStore('chat', environment))
