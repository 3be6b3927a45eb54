import type { ThrottleLimit } from '@meadow/service'

/** The highest numbers of attempts, from the configuration: those of failed sign-ins in 15 minutes, those of sign-ins, registrations, mails and sign-ins through providers in an hour. */
export type AuthLimits = {
  failedSignInsPerAccountAndNetwork: number
  failedSignInsPerAccount: number
  failedSignInsPerNetwork: number
  failedSignInsPerDevice: number
  signIns: number
  wrongPasswordsPerSession: number
  wrongSecondFactors: number
  registrations: number
  registrationAttempts: number
  mailRequestsPerNetwork: number
  mailRequestsPerAddress: number
  mailLinks: number
  providerSignIns: number
  passkeySignIns: number
}

export const DEFAULT_AUTH_LIMITS: AuthLimits = {
  failedSignInsPerAccountAndNetwork: 5,
  failedSignInsPerAccount: 50,
  failedSignInsPerNetwork: 100,
  failedSignInsPerDevice: 10,
  signIns: 100,
  wrongPasswordsPerSession: 5,
  wrongSecondFactors: 5,
  registrations: 10,
  registrationAttempts: 60,
  mailRequestsPerNetwork: 20,
  mailRequestsPerAddress: 10,
  mailLinks: 60,
  providerSignIns: 100,
  passkeySignIns: 300,
}

/** The limits of sign-ins, password changes, registrations and mails. */
export type AuthThrottleLimits = ReturnType<typeof createAuthThrottleLimits>

const QUARTER_OF_AN_HOUR_SECONDS = 900
const HOUR_SECONDS = 3_600

/** Creates the limits. Attempts are refused while the shared state cannot count them. */
export function createAuthThrottleLimits(max: AuthLimits) {
  const limit = (name: string, maxAttempts: number, windowSeconds: number): ThrottleLimit => ({
    name,
    max: maxAttempts,
    windowSeconds,
    failsClosed: true,
  })
  return {
    signInPerAccountAndNetwork: limit(
      'sign-in-from',
      max.failedSignInsPerAccountAndNetwork,
      QUARTER_OF_AN_HOUR_SECONDS,
    ),
    signInPerAccount: limit('sign-in', max.failedSignInsPerAccount, QUARTER_OF_AN_HOUR_SECONDS),
    signInPerNetwork: limit('sign-in-network', max.failedSignInsPerNetwork, QUARTER_OF_AN_HOUR_SECONDS),
    signInPerDevice: limit('sign-in-device', max.failedSignInsPerDevice, QUARTER_OF_AN_HOUR_SECONDS),
    openedPerAccount: limit('signed-in', max.signIns, HOUR_SECONDS),
    passwordPerSession: limit('password-change', max.wrongPasswordsPerSession, QUARTER_OF_AN_HOUR_SECONDS),
    secondFactorPerAccount: limit('second-factor', max.wrongSecondFactors, QUARTER_OF_AN_HOUR_SECONDS),
    registration: limit('registration', max.registrations, HOUR_SECONDS),
    /** Counts every attempt to register, because the response reveals which usernames are taken. */
    registrationAttempt: limit('registration-attempt', max.registrationAttempts, HOUR_SECONDS),
    mailRequestPerNetwork: limit('mail-network', max.mailRequestsPerNetwork, HOUR_SECONDS),
    mailRequestPerAddress: limit('mail-address', max.mailRequestsPerAddress, HOUR_SECONDS),
    oauthPerNetwork: limit('oauth', max.providerSignIns, HOUR_SECONDS),
    passkeyPerNetwork: limit('passkey', max.passkeySignIns, HOUR_SECONDS),
    mailLinkPerNetwork: limit('mail-link', max.mailLinks, HOUR_SECONDS),
  }
}
