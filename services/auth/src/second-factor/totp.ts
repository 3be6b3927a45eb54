import { createSecretEncryption, type SecretEncryption } from '@meadow/service'
import { generateSecret, generateURI, verifySync } from 'otplib'

/** A code is that of a step of this length. Those of the steps before and after the present one count, too: clocks differ. */
const STEP_SECONDS = 30
const TOTP_CODE_PATTERN = /^\d{6}$/

/** Creates the encryption of the secrets of authenticator apps in the store. */
export const createTotpEncryption = (encryptionKeys: readonly Buffer[]): SecretEncryption =>
  createSecretEncryption(encryptionKeys, {
    keyName: 'secret of the authenticator app of',
    variable: 'SIGNING_KEY_ENCRYPTION_KEY',
    advice: 'If it is lost, members sign in with recovery codes, and set up their app again',
  })

/** Creates a secret of 160 random bits, in base32. */
export const createTotpSecret = (): string => generateSecret()

/** Returns the address that a QR code shows to the authenticator app. */
export const toTotpUri = (secret: string, username: string): string =>
  generateURI({ issuer: 'Meadow', label: username, secret })

const toTypedCode = (code: string): string => code.replaceAll(/\s/g, '')

/** Returns true for six digits, also with spaces; false for what can only be a recovery code. */
export const isTotpCode = (code: string): boolean => TOTP_CODE_PATTERN.test(toTypedCode(code))

/** Returns the number of the time step whose code was typed: the present one, or that before or after; undefined for a wrong code. */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  if (!isTotpCode(code)) return undefined
  const epoch = Math.floor(now.getTime() / 1_000)
  const result = verifySync({ secret, token: toTypedCode(code), epoch, epochTolerance: STEP_SECONDS })
  return result.valid ? Math.floor(epoch / STEP_SECONDS) + result.delta : undefined
}
