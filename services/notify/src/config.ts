import { engineVariables, processVariables, readEnvironment, trustVariables, withOwnStore } from '@meadow/service'
import * as z from 'zod'

/** What this process reads of its environment; docs/configuration.md is written from it. */
export const Variables = z.object({
  ...processVariables(8080),
  ...engineVariables,
  ...trustVariables,
})

export type Config = z.output<typeof Variables>

/** The configuration of this process. @throws Error naming what is wrong */
export const readConfig = (environment: Record<string, string | undefined>): Config =>
  readEnvironment(Variables, withOwnStore('notify', environment))
