import { PASSWORD_LENGTH } from '@meadow/contracts/limits'
import { t } from './texts.ts'

/** What is wrong with a new password; undefined where all is well. */
export function validatePassword(password: string): string | undefined {
  if (!password) return t('signUp.passwordRequired')
  return password.length < PASSWORD_LENGTH.min ? t('signUp.passwordShort', { least: PASSWORD_LENGTH.min }) : undefined
}

/** What is wrong with its repetition. */
export function validatePasswordConfirmation(confirm: string, password: string): string | undefined {
  if (!confirm) return t('signUp.confirmRequired')
  return confirm === password ? undefined : t('signUp.confirmDiffers')
}
