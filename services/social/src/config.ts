import { DEFAULT_NEW_MEMBER_LIMITS } from '@meadow/members'
import {
  applyServiceStoreUrl,
  defineProcessVariables,
  engineVariables,
  exportUrl,
  guestModeVariable,
  rateLimitsVariable,
  readEnvironment,
  tokenVerificationVariables,
} from '@meadow/service'
import * as z from 'zod'

/** Environment variables of this process. docs/configuration.md is generated from them. */
export const SocialVariables = z.object({
  ...defineProcessVariables(8080),
  ...engineVariables,
  EXPORT_URL: exportUrl,
  ...tokenVerificationVariables,
  GUEST_MODE: guestModeVariable,
  RATE_LIMITS: rateLimitsVariable,
  NEW_MEMBER_FOLLOWS: z.coerce
    .number()
    .int()
    .min(1)
    .default(DEFAULT_NEW_MEMBER_LIMITS.follows)
    .describe('Maximum number of follows of a member in the first 24 hours of the account'),
})

export type SocialConfig = z.output<typeof SocialVariables>

/** Reads the configuration of this process. @throws Error that names the invalid variables */
export const readSocialConfig = (environment: Record<string, string | undefined>): SocialConfig =>
  readEnvironment(SocialVariables, applyServiceStoreUrl('social', environment))
