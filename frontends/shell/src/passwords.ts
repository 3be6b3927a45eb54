import { PASSWORD } from '@meadow/contracts/limits'
import { t } from './texts.ts'

/** What is wrong with a new password; undefined where all is well. */
export function checkPassword(password: string): string | undefined {
  if (!password) return t('signUp.passwordRequired')
  return password.length < PASSWORD.min ? t('signUp.passwordShort', { least: PASSWORD.min }) : undefined
}

/** What is wrong with its repetition. */
export function checkConfirm(confirm: string, password: string): string | undefined {
  if (!confirm) return t('signUp.confirmRequired')
  return confirm === password ? undefined : t('signUp.confirmDiffers')
}
