import {
  applyServiceStoreUrl,
  defineProcessVariables,
  engineVariables,
  guestModeVariable,
  readEnvironment,
  tokenVerificationVariables,
} from '@meadow/service'
import * as z from 'zod'

/** Environment variables of this process. docs/configuration.md is generated from them. */
export const SocialVariables = z.object({
  ...defineProcessVariables(8080),
  ...engineVariables,
  ...tokenVerificationVariables,
  GUEST_MODE: guestModeVariable,
})

export type SocialConfig = z.output<typeof SocialVariables>

/** Reads the configuration of this process. @throws Error that names the invalid variables */
export const readSocialConfig = (environment: Record<string, string | undefined>): SocialConfig =>
  readEnvironment(SocialVariables, applyServiceStoreUrl('social', environment))
