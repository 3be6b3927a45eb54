import { DomainError, type Throttle } from '@meadow/service'
import type { AccountRepository } from '../accounts/account-repository.ts'
import { type Asking, aloneOf, announceEnds, type Ending } from '../sessions/end-sessions.ts'
import { newSecrets } from '../sessions/new-session.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { guess } from '../sign-in/guess.ts'
import { weaknessOf } from './password-rules.ts'
import type { Passwords } from './passwords.ts'

type Parts = Ending & { accounts: AccountRepository; passwords: Passwords; throttle: Throttle }
type Member = Asking & { username: string; name: string }
type Wish = { current: string; next: string; network: string }

/**
 * Changes the member's password. The session in which they ask goes on with new secrets, all others end. Wrong current
 * passwords are counted as failed sign-ins. @throws invalid_request, wrong_password, too_many_requests, token_invalid
 */
export async function changePassword(
  parts: Parts,
  member: Member,
  { current, next, network }: Wish,
): Promise<SignedIn> {
  const known = await parts.accounts.findForSignIn(member.username)
  if (known?.account._id !== member.sub) throw new DomainError('token_invalid')
  const { account, passwordHash: from } = known
  const weakness = weaknessOf(next, account) ?? weaknessOf(next, { ...account, fullName: member.name })
  if (weakness)
    throw new DomainError('invalid_request', {
      fields: { next: weakness.message },
      fieldCodes: { next: weakness.code },
    })

  const isRight = await guess(
    parts.throttle,
    { name: member.username, network },
    async () => (await parts.passwords.matches(from, current)) || undefined,
  )
  if (!isRight) throw new DomainError('wrong_password')
  const to = await parts.passwords.hash(next)
  const alone = aloneOf(parts, member, (session, time) => {
    const opened = newSecrets(session, time)
    return { session: opened.session, answer: opened }
  })
  const changed = await parts.accounts.changePassword({ from, to }, alone)
  if (!changed) throw new DomainError('wrong_password') // somebody else changed it at this moment
  await announceEnds(parts, changed.ended)
  return { account, ...changed.answer }
}
