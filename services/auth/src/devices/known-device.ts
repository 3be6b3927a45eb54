import { createHash, randomBytes } from 'node:crypto'
import { createNewDeviceMail, type MailContext, type MailDelivery } from '../mail/mail.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { KnownDeviceRepository } from './known-device-repository.ts'

const DAY_MS = 86_400_000
/** A device is known for this long after the last sign-in. Browsers keep no cookie for longer. */
export const KNOWN_DEVICE_LIFETIME_MS = 400 * DAY_MS

const DEVICE_ID_PATTERN = /^[\w-]{43}$/

/** The device of a sign-in: the random id for its cookie, and the accounts that have signed in on it before. */
export type SignInDevice = { id: string; accountIds: readonly string[] }

const hashDeviceId = (id: string): Buffer => createHash('sha256').update(id).digest()

type KnownDeviceDeps = { devices: KnownDeviceRepository; now: () => Date }

/**
 * Recognizes a browser by its device cookie. Returns a new id for a browser without one, and for ids that auth did not
 * issue. A known device has its own count of failed sign-ins, so that failures of strangers cannot lock the owner out: OWASP,
 * 'Slow Down Online Guessing Attacks with Device Cookies'.
 */
export async function recognizeDevice(
  { devices, now }: KnownDeviceDeps,
  cookieValue: string | undefined,
): Promise<SignInDevice> {
  const oldest = new Date(now().getTime() - KNOWN_DEVICE_LIFETIME_MS)
  const id = cookieValue && DEVICE_ID_PATTERN.test(cookieValue) ? cookieValue : undefined
  const accountIds = id === undefined ? [] : await devices.findAccountIds(hashDeviceId(id), oldest)
  return id === undefined || accountIds.length === 0
    ? { id: randomBytes(32).toString('base64url'), accountIds: [] }
    : { id, accountIds }
}

/** Stores that an account has signed in on a device. */
export async function rememberDevice(
  { devices, now }: KnownDeviceDeps,
  accountId: string,
  { id }: SignInDevice,
): Promise<void> {
  const time = now()
  const oldest = new Date(time.getTime() - KNOWN_DEVICE_LIFETIME_MS)
  await devices.remember({ accountId, idHash: hashDeviceId(id), lastUsedAt: time }, oldest)
}

export type NewDeviceDeps = KnownDeviceDeps & { mails: MailQueue; mailDelivery: MailDelivery }

/** `device` is the readable name of the browser, `mailContext` the origin and the language of the mail. */
export type DeviceNotice = { device: string; mailContext: MailContext }

/**
 * Stores that a member has signed in on a device. A device on which the account had not signed in before is told to its owner by a
 * mail; of several with the same name only the first in an hour. A registration stores its first device with `rememberDevice`.
 */
export async function rememberSignIn(
  deps: NewDeviceDeps,
  account: { _id: string; email: string },
  browser: SignInDevice,
  { device, mailContext }: DeviceNotice,
): Promise<void> {
  const isNew = !browser.accountIds.includes(account._id)
  if (isNew && deps.mailDelivery !== 'off')
    await deps.mails.add(createNewDeviceMail(account, device, mailContext, deps.now()))
  await rememberDevice(deps, account._id, browser)
}
