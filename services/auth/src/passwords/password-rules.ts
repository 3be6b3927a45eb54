import { dictionary } from '@zxcvbn-ts/language-common'

const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common'])

type PasswordOwner = { username: string; fullName: string; email: string }
type PasswordWeakness = { code: 'too_common' | 'too_personal'; message: string }

const foldText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Returns the folded word with and without leading and trailing digits: 'berger1984' is as weak as 'berger'. */
const toVariants = (word: string): string[] => {
  const folded = foldText(word)
  return [folded, folded.replace(/^\p{N}+|\p{N}+$/gu, '')].filter((variant) => variant !== '')
}

/**
 * Checks a password against the owner's data and the list of common passwords. Returns undefined if it is acceptable. The
 * contract checks the length.
 */
export function findPasswordWeakness(password: string, owner: PasswordOwner): PasswordWeakness | undefined {
  const { username, fullName, email } = owner
  const personalWords = ['meadow', username, fullName, ...fullName.split(/\s+/), email, email.split('@')[0] ?? '']
  const personal = new Set(personalWords.flatMap(toVariants))
  if (toVariants(password).some((variant) => personal.has(variant)))
    return { code: 'too_personal', message: 'Your name, username, email or Meadow is too easy to guess' }
  if (COMMON_PASSWORDS.has(password.normalize('NFKC').toLowerCase()))
    return { code: 'too_common', message: 'This password is on the list of common passwords' }
  return undefined
}
