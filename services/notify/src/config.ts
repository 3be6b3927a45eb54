import {
  applyServiceStoreUrl,
  defineProcessVariables,
  engineVariables,
  readEnvironment,
  tokenVerificationVariables,
} from '@meadow/service'
import * as z from 'zod'

/** Environment variables of this process. docs/configuration.md is generated from them. */
export const NotifyVariables = z.object({
  ...defineProcessVariables(8080),
  ...engineVariables,
  ...tokenVerificationVariables,
})

export type NotifyConfig = z.output<typeof NotifyVariables>

/** Reads the configuration of this process. @throws Error that names the invalid variables */
export const readNotifyConfig = (environment: Record<string, string | undefined>): NotifyConfig =>
  readEnvironment(NotifyVariables, applyServiceStoreUrl('notify', environment))
