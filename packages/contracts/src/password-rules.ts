/** The owner of a new password. */
export type PasswordOwner = { username: string; fullName: string; email: string }

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

/** Returns true if a password is the owner's name, username or e-mail address, a part of them, or the name of the product. */
export function isPersonalPassword(password: string, { username, fullName, email }: PasswordOwner): boolean {
  const personalWords = ['meadow', username, fullName, ...fullName.split(/\s+/), email, email.split('@')[0] ?? '']
  const personal = new Set(personalWords.flatMap(toVariants))
  return toVariants(password).some((variant) => personal.has(variant))
}

/** Returns the form of a password in which the list of common passwords is searched. */
export const toCommonPasswordForm = (password: string): string => password.normalize('NFKC').toLowerCase()
