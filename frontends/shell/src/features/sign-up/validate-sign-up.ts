import { trimText } from '@meadow/contracts/visible-text'
import type { FormErrors } from '@meadow/features'
import { validateEmail } from '../../email/validate-email.ts'
import { validateNewPassword } from '../../password/password-rules.ts'
import type { CommonPasswords } from '../../password/use-common-passwords.ts'
import { validatePasswordConfirmation } from '../../password/validate-password.ts'
import { validateUsername } from '../../username/validate-username.ts'
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
