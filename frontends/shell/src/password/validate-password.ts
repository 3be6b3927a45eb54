import { PASSWORD_LENGTH } from '@meadow/contracts/account-limits'
import { t } from './texts.ts'

/** Validates a new password. Returns an error message, or undefined if it is valid. */
export function validatePassword(password: string): string | undefined {
  if (!password) return t('signUp.passwordRequired')
  return password.length < PASSWORD_LENGTH.min ? t('signUp.passwordShort', { least: PASSWORD_LENGTH.min }) : undefined
}

/** Validates the repeated password. Returns an error message, or undefined if both match. */
export function validatePasswordConfirmation(confirm: string, password: string): string | undefined {
  if (!confirm) return t('signUp.confirmRequired')
  return confirm === password ? undefined : t('signUp.confirmDiffers')
}
