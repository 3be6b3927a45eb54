import * as z from 'zod'
import { EMAIL_PATTERN, PASSWORD_LENGTH, USERNAME_LENGTH, USERNAME_PATTERN } from '../account-limits.ts'
import { MAX_EMAIL_LENGTH, MAX_FULL_NAME_LENGTH } from '../limits.ts'
import { lineText, text, visibleLine } from '../text.ts'
import { SessionUser } from './member.ts'

/** A username, in lower case. Rejects other characters before lower-casing, which would turn look-alikes such as the Kelvin sign into letters. */
export const Username = lineText(USERNAME_LENGTH.max, `Username can have at most ${USERNAME_LENGTH.max} characters`)
  .min(1, 'Username is required')
  .regex(/^[\x20-\x7e]*$/, 'Use letters, digits, dots and underscores only')
  .toLowerCase()
  .min(USERNAME_LENGTH.min, `Username must be at least ${USERNAME_LENGTH.min} characters`)
  .regex(USERNAME_PATTERN, 'Use letters, digits, single dots and underscores; begin and end with a letter or digit')

/** An e-mail address as a member types it; the service folds its case. */
export const Email = visibleLine(MAX_EMAIL_LENGTH, 'Email is invalid')
  .min(1, 'Email is required')
  .regex(EMAIL_PATTERN, 'Email is invalid')

/** The name that others read, of any script. */
export const FullName = lineText(
  MAX_FULL_NAME_LENGTH,
  `Full name can have at most ${MAX_FULL_NAME_LENGTH} characters`,
).min(1, 'Full name is required')

/** A password that a member chooses. */
export const NewPassword = text(PASSWORD_LENGTH.max, `Password can have at most ${PASSWORD_LENGTH.max} characters`)
  .min(1, 'Password is required')
  .min(PASSWORD_LENGTH.min, `Password must be at least ${PASSWORD_LENGTH.min} characters`)

/** The token of an invite; ours have 43 characters. */
export const InviteToken = text(200, 'Too long')

/** A new session: its access token, and the member. The refresh token is in a cookie. */
export const SignedIn = z.object({ token: z.string(), user: SessionUser })

/** The response of a call that has nothing to return. */
export const Success = z.object({ ok: z.literal(true) })

/** The longest token of a link in a mail; ours have 43 characters. */
const MAX_MAIL_TOKEN_LENGTH = 200

/** The token of a link in a mail. */
export const MailToken = text(MAX_MAIL_TOKEN_LENGTH, 'Too long').min(1, 'The link is incomplete')

/** The password that a member has; it has no minimum, because it may have been chosen under an earlier one. */
export const OwnPassword = text(PASSWORD_LENGTH.max, 'Too long').min(1, 'Your password is required')

/** The longest code or proof; our proofs have 43 characters. */
export const MAX_PROOF_LENGTH = 200

/** The fields that show who asks for what cannot be undone: the password, or in its place a proof of `reauthenticate`. */
export const ownProof = {
  password: OwnPassword.optional(),
  proof: text(MAX_PROOF_LENGTH, 'Too long').min(1, 'The proof is missing').optional(),
}
