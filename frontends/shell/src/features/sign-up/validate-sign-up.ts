import type { FormErrors } from '@meadow/features'
import { type NewAccountValues, validateNewAccount } from '../../account-fields/account-fields.tsx'
import { validateNewPassword } from '../../password/password-rules.ts'
import type { CommonPasswords } from '../../password/use-common-passwords.ts'
import { validatePasswordConfirmation } from '../../password/validate-password.ts'

export type SignUpValues = NewAccountValues & { password: string; confirm: string }

/** Validates a sign-up. Returns the errors by field. */
export function validateSignUp(values: SignUpValues, commonPasswords?: CommonPasswords): FormErrors<SignUpValues> {
  const password = validateNewPassword(values.password, values, commonPasswords)
  const confirm = validatePasswordConfirmation(values.confirm, values.password)
  return { ...validateNewAccount(values), ...(password && { password }), ...(confirm && { confirm }) }
}
