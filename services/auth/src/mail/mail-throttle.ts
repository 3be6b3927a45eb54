import { DomainError, type Logger, logSecurityEvent, type SecurityEvent, type Throttle } from '@meadow/service'
import { toEmailKey } from '../accounts/account.ts'
import { consumeAttempt } from '../sign-in/login-throttle.ts'
import type { AuthThrottleLimits } from '../sign-in/throttle-limits.ts'
import type { MailDelivery } from './mail.ts'

type MailThrottleDeps = { throttle: Throttle; limits: AuthThrottleLimits; log: Logger }
type MailThrottleReason = Extract<SecurityEvent, { event: 'auth.mail_request_throttled' }>['reason']

/** @throws mail_off if this installation sends no mail */
export function assertMailIsOn({ mailDelivery }: { mailDelivery: MailDelivery }): void {
  if (mailDelivery === 'off') throw new DomainError('mail_off')
}

/** Counts a request for a mail, by its network and by its address, whether or not an account has it. @throws too_many_requests, unavailable */
export async function consumeMailRequest(
  deps: MailThrottleDeps,
  { email, network }: { email: string; network: string },
): Promise<void> {
  const { mailRequestPerNetwork, mailRequestPerAddress } = deps.limits
  await consume(deps, { reason: 'network', limit: mailRequestPerNetwork, subject: [network] }, network)
  await consume(deps, { reason: 'address', limit: mailRequestPerAddress, subject: [toEmailKey(email)] }, network)
}

/** Counts the use of a link, before any work for it. @throws too_many_requests, unavailable */
export async function consumeMailLink(deps: MailThrottleDeps, network: string): Promise<void> {
  await consume(deps, { reason: 'links', limit: deps.limits.mailLinkPerNetwork, subject: [network] }, network)
}

const consume = (
  { throttle, log }: MailThrottleDeps,
  counter: Parameters<typeof consumeAttempt<MailThrottleReason>>[1],
  network: string,
) =>
  consumeAttempt(throttle, counter, (reason) =>
    logSecurityEvent(log, { event: 'auth.mail_request_throttled', reason, network }),
  )
