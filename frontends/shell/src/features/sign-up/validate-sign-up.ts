import { USERNAME_LENGTH, USERNAME_PATTERN } from '@meadow/contracts/account-limits'
import { trimText } from '@meadow/contracts/visible-text'
import type { FormErrors } from '@meadow/features'
import { validateEmail } from '../../email/validate-email.ts'
import { validateNewPassword } from '../../password/password-rules.ts'
import type { CommonPasswords } from '../../password/use-common-passwords.ts'
import { validatePasswordConfirmation } from '../../password/validate-password.ts'
import { t } from './texts.ts'

export type SignUpValues = {
  username: string
  fullName: string
  email: string
  password: string
  confirm: string
  agreed: boolean
}

/** Validates a sign-up. Returns the errors by field. */
export function validateSignUp(values: SignUpValues, commonPasswords?: CommonPasswords): FormErrors<SignUpValues> {
  const errors = {
    username: validateUsername(values.username.trim()),
    fullName: trimText(values.fullName) ? undefined : t('signUp.fullNameRequired'),
    email: validateEmail(values.email),
    password: validateNewPassword(values.password, values, commonPasswords),
    confirm: validatePasswordConfirmation(values.confirm, values.password),
    agreed: values.agreed ? undefined : t('signUp.agreeRequired'),
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}

/** Returns the error of a trimmed username, by the rule of `POST /auth/register`. */
export function validateUsername(username: string): string | undefined {
  if (!username) return t('signUp.usernameRequired')
  if (username.length < USERNAME_LENGTH.min) return t('signUp.usernameShort', { least: USERNAME_LENGTH.min })
  return findImpossibleUsername(username) ?? (isUsername(username) ? undefined : t('signUp.usernameInvalid'))
}

/** Returns the error of a username that nothing typed behind it can make valid, by the rule of `POST /auth/register`. */
export function findImpossibleUsername(typed: string): string | undefined {
  const username = typed.trim()
  if (username.length > USERNAME_LENGTH.max) return t('signUp.usernameLong', { most: USERNAME_LENGTH.max })
  return username === '' || isUsername(`${username}a`) ? undefined : t('signUp.usernameInvalid')
}

/** The rule lower-cases letters of ASCII alone: others, such as the Kelvin sign, would turn into them. */
const isUsername = (username: string): boolean =>
  USERNAME_PATTERN.test(username.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
