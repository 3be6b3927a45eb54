import {
  applyServiceStoreUrl,
  defineProcessVariables,
  engineVariables,
  readEnvironment,
  trustVariables,
} from '@meadow/service'
import * as z from 'zod'

/** Environment variables of this process. docs/configuration.md is generated from them. */
export const Variables = z.object({
  ...defineProcessVariables(8080),
  ...engineVariables,
  ...trustVariables,
})

export type Config = z.output<typeof Variables>

/** Reads the configuration of this process. @throws Error that names the invalid variables */
export const readConfig = (environment: Record<string, string | undefined>): Config =>
  readEnvironment(Variables, applyServiceStoreUrl('social', environment))
