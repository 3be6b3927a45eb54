import { createHash, randomInt } from 'node:crypto'

const RECOVERY_CODE_COUNT = 10
const CODE_LENGTH = 10
/** Digits and letters without those that look like others: 32, so that a code has 50 bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Creates ten recovery codes, such as `4k7mz-0q9xa`. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODE_COUNT }, () => {
    const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
    return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`
  })

/** Hashes a recovery code with its account. Spaces, hyphens and case do not count, and look-alikes are what they look like. */
export const hashRecoveryCode = (accountId: string, code: string): Buffer => {
  const typed = code
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
  return createHash('sha256').update(`${accountId}:${typed}`).digest()
}
