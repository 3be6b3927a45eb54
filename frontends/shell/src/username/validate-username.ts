import { USERNAME_LENGTH, USERNAME_PATTERN } from '@meadow/contracts/account-limits'
import { t } from './texts.ts'

/** Returns the error of a trimmed username, by the rule of `POST /auth/register`. */
export function validateUsername(username: string): string | undefined {
  if (!username) return t('username.required')
  if (username.length < USERNAME_LENGTH.min) return t('username.short', { least: USERNAME_LENGTH.min })
  return findImpossibleUsername(username) ?? (isUsername(username) ? undefined : t('username.invalid'))
}

/** Returns the error of a username that nothing typed behind it can make valid, by the rule of `POST /auth/register`. */
export function findImpossibleUsername(typed: string): string | undefined {
  const username = typed.trim()
  if (username.length > USERNAME_LENGTH.max) return t('username.long', { most: USERNAME_LENGTH.max })
  return username === '' || isUsername(`${username}a`) ? undefined : t('username.invalid')
}

/** The rule lower-cases letters of ASCII alone: others, such as the Kelvin sign, would turn into them. */
const isUsername = (username: string): boolean =>
  USERNAME_PATTERN.test(username.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
