import { PASSWORD_LENGTH } from '@meadow/contracts/account-limits'
import { isPersonalPassword, type PasswordOwner, toCommonPasswordForm } from '@meadow/contracts/password-rules'
import { t } from './texts.ts'
import type { CommonPasswords } from './use-common-passwords.ts'
import { validatePassword } from './validate-password.ts'

export type PasswordRule = { text: string; isMet: boolean }

const isCommonPassword = (password: string, common: CommonPasswords) =>
  common instanceof Set && common.has(toCommonPasswordForm(password))

/** Lists the rules that the server enforces and the tips that it does not. Leaves out a list that cannot be loaded. */
export function listPasswordRules(password: string, owner: PasswordOwner, common: CommonPasswords): PasswordRule[] {
  const isTyped = password !== ''
  return [
    { text: t('signUp.checkLength', { least: PASSWORD_LENGTH.min }), isMet: password.length >= PASSWORD_LENGTH.min },
    { text: t('signUp.checkPersonal'), isMet: isTyped && !isPersonalPassword(password, owner) },
    ...(common === 'unavailable'
      ? []
      : [
          {
            text: t('signUp.checkCommon'),
            isMet: isTyped && common !== undefined && !isCommonPassword(password, common),
          },
        ]),
    { text: t('signUp.checkUpper'), isMet: /\p{Lu}/u.test(password) },
    { text: t('signUp.checkLower'), isMet: /\p{Ll}/u.test(password) },
    { text: t('signUp.checkNumber'), isMet: /\p{Nd}/u.test(password) },
  ]
}

/** Validates the password by the rules of the server. Returns an error message, or undefined if it is valid. */
export function validateNewPassword(
  password: string,
  owner: PasswordOwner,
  common: CommonPasswords,
): string | undefined {
  const error = validatePassword(password)
  if (error) return error
  if (isPersonalPassword(password, owner)) return t('signUp.passwordPersonal')
  return isCommonPassword(password, common) ? t('signUp.passwordCommon') : undefined
}
