import { EMAIL_PATTERN } from '@meadow/contracts/account-limits'
import { hasInvisibleCharacter, trimText } from '@meadow/contracts/visible-text'
import { t } from './texts.ts'

/** Validates a typed e-mail address by the rule of the server. Returns an error message, or undefined if it is valid. */
export function validateEmail(typed: string): string | undefined {
  const email = trimText(typed)
  if (!email) return t('email.required')
  return EMAIL_PATTERN.test(email) && !hasInvisibleCharacter(email) ? undefined : t('email.invalid')
}
