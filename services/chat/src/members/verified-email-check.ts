import { type MemberReadModel, mustVerifyEmail } from '@meadow/members'
import { DomainError } from '@meadow/service'

/** Checks whether a member may write to others at all, before the other is looked at. @throws email_unverified */
export type AssertMayWrite = (memberId: string) => Promise<void>

/** Members whose verified address is remembered. */
const MAX_REMEMBERED = 50_000

/**
 * Creates the check. A verified address stays verified, so it is read once for a member; an address that is verified later counts as
 * soon as its event has arrived.
 */
export function createVerifiedEmailCheck({
  members,
  requiresVerifiedEmail = false,
}: {
  members: Pick<MemberReadModel, 'find'>
  requiresVerifiedEmail?: boolean | undefined
}): AssertMayWrite {
  const verified = new Set<string>()
  return async (memberId) => {
    if (!requiresVerifiedEmail || verified.has(memberId)) return
    const member = (await members.find([memberId])).get(memberId)
    if (mustVerifyEmail(member, requiresVerifiedEmail)) throw new DomainError('email_unverified')
    if (!member?.isEmailVerified) return // not known yet
    if (verified.size >= MAX_REMEMBERED) verified.clear()
    verified.add(memberId)
  }
}
