import { isPersonalPassword, type PasswordOwner, toCommonPasswordForm } from '@meadow/contracts/password-rules'
import { dictionary } from '@zxcvbn-ts/language-common'

const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common'])

type PasswordWeakness = { code: 'too_common' | 'too_personal'; message: string }

/**
 * Checks a password against the owner's data and the list of common passwords. Returns undefined if it is acceptable. The
 * contract checks the length. The sign-up page applies the same rules and the same list.
 */
export function findPasswordWeakness(password: string, owner: PasswordOwner): PasswordWeakness | undefined {
  if (isPersonalPassword(password, owner))
    return { code: 'too_personal', message: 'Your name, username, email or Meadow is too easy to guess' }
  if (COMMON_PASSWORDS.has(toCommonPasswordForm(password)))
    return { code: 'too_common', message: 'This password is on the list of common passwords' }
  return undefined
}
