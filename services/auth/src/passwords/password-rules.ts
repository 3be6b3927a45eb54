import { dictionary } from '@zxcvbn-ts/language-common'

const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'])

type Owner = { username: string; fullName: string; email: string }
type Weakness = { code: 'too_common' | 'too_personal'; message: string }

const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** A word as it is and without digits around it: 'berger1984' is hardly another password than 'berger'. */
const variants = (word: string): string[] => {
  const folded = fold(word)
  return [folded, folded.replace(/^\p{N}+|\p{N}+$/gu, '')].filter((variant) => variant !== '')
}

/** Why `password` is no password for `owner`; undefined when it may be one. Its length is the contract's business. */
export function weaknessOf(password: string, owner: Owner): Weakness | undefined {
  const { username, fullName, email } = owner
  const known = ['meadow', username, fullName, ...fullName.split(/\s+/), email, email.split('@')[0] ?? '']
  const personal = new Set(known.flatMap(variants))
  if (variants(password).some((variant) => personal.has(variant)))
    return { code: 'too_personal', message: 'Your name, username, email or Meadow is too easy to guess' }
  if (COMMON.has(password.normalize('NFKC').toLowerCase()))
    return { code: 'too_common', message: 'This password is on the list of common passwords' }
  return undefined
}
