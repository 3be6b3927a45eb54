import { isIP } from 'node:net'
import {
  applyServiceStoreUrl,
  defineProcessVariables,
  encryptionKeysVariable,
  engineVariables,
  exportUrl,
  type JwkEncryption,
  readEnvironment,
  tokenVerificationVariables,
} from '@meadow/service'
import * as z from 'zod'
import { DEFAULT_VAPID_KEY_DAYS } from './push/keys/vapid-key.ts'
import { createVapidKeyEncryption } from './push/keys/vapid-key-encryption.ts'
import { DEFAULT_PUSH_HOSTS, isPushHostEntry } from './push/sending/push-hosts.ts'

const commaList = z.string().transform((list) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
)
const hostList = commaList.refine(
  (hosts) => hosts.length > 0 && hosts.every(isPushHostEntry),
  'must be hosts in lower case, or *. and a domain, separated by commas',
)

/** The variable of the VAPID keys in the store. */
export const PushKeyVariables = z.object({
  PUSH_KEY_ENCRYPTION_KEY: encryptionKeysVariable.describe(
    'Encrypts the private VAPID keys in the store: 32 bytes in base64. Several, separated by commas: the first encrypts, all decrypt. Not set: they are stored in clear. Set by `npm start`',
  ),
})

/** Environment variables of this process. docs/configuration.md is generated from them. */
export const NotifyVariables = z.object({
  ...defineProcessVariables(8080),
  ...engineVariables,
  EXPORT_URL: exportUrl,
  ...tokenVerificationVariables,
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Public origin of the product: what push services see as contact without `PUSH_SUBJECT`'),
  PUSH_SUBJECT: z
    .url({ protocol: /^(?:mailto|https)$/, error: 'must be an address that begins with mailto: or https://' })
    .optional()
    .describe(
      'The contact of the operator, which push services see: `mailto:…` or `https://…`. Apple checks it; not set: `PUBLIC_URL` if it begins with `https://`',
    ),
  PUSH_HOSTS: hostList
    .default([...DEFAULT_PUSH_HOSTS])
    .describe(
      'The push services to which pushes are sent: hosts, or `*.` and a domain, with an optional port, separated by commas. Not set: those of Chrome, Firefox, Safari and Edge',
    ),
  PUSH_PRIVATE_ADDRESSES: commaList
    .refine(
      (addresses) => addresses.every((address) => isIP(address) !== 0),
      'must be IP addresses, separated by commas',
    )
    .default([])
    .describe(
      'IP addresses to which pushes are sent although they are not public, separated by commas: for a push service of your own',
    ),
  PUSH_CA: z
    .string()
    .optional()
    .describe('Certificates of authorities to trust for push services beside the usual ones, in PEM'),
  PUSH_KEY_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_650)
    .default(DEFAULT_VAPID_KEY_DAYS)
    .describe(
      'Days after which new subscriptions use a new VAPID key. Browsers subscribe again with it at their next start',
    ),
  ...PushKeyVariables.shape,
})

export type NotifyConfig = z.output<typeof NotifyVariables>

/** Reads the configuration of this process. @throws Error that names the invalid variables */
export const readNotifyConfig = (environment: Record<string, string | undefined>): NotifyConfig =>
  readEnvironment(NotifyVariables, applyServiceStoreUrl('notify', environment))

/** How this installation presents itself to push services. */
export type PushOptions = {
  /** The contact of the operator: `mailto:…` or an https address. */
  subject: string
  /** Age in days at which the VAPID key for new subscriptions is replaced. */
  keyDays: number
  keyEncryption: JwkEncryption
}

/** The contact of a product that only this machine and its network can reach. */
const LOCAL_SUBJECT = 'mailto:operator@meadow.invalid'

/** A contact must be a mail address or https (RFC 8292). */
const findPublicContact = ({ PUBLIC_URL }: NotifyConfig): string | undefined =>
  PUBLIC_URL?.startsWith('https://') ? PUBLIC_URL : undefined

/** Returns the options of pushes of the configuration. */
export const readPushOptions = (config: NotifyConfig): PushOptions => ({
  subject: config.PUSH_SUBJECT ?? findPublicContact(config) ?? LOCAL_SUBJECT,
  keyDays: config.PUSH_KEY_DAYS,
  keyEncryption: createVapidKeyEncryption(config.PUSH_KEY_ENCRYPTION_KEY),
})
