import type { MediaStore } from '@meadow/media'
import type { AssertWordsAllowed, MemberReadModel } from '@meadow/members'
import type { Logger, SecretEncryption, Throttle } from '@meadow/service'
import type { AccountRepository } from './accounts/account-repository.ts'
import type { BrowserCookie } from './cookies/browser-cookie.ts'
import type { DeactivationRepository } from './deactivation/deactivation.ts'
import type { DemoAccounts } from './demo/demo-accounts.ts'
import type { KnownDeviceRepository } from './devices/known-device-repository.ts'
import type { ErasureRepository } from './erasure/erasure.ts'
import type { ExportRepository } from './exports/export.ts'
import type { RegistrationMode } from './invites/admit-registration.ts'
import type { InviteRepository } from './invites/postgres-invite-repository.ts'
import type { KeyRing } from './keys/key-ring.ts'
import type { LegalVersionRepository } from './legal/legal-version.ts'
import type { MailDelivery } from './mail/mail.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import type { MailLinkRepository } from './mail/postgres-mail-link-repository.ts'
import type { OAuthProvider, OAuthProviderId } from './oauth/oauth-provider.ts'
import type { OAuthRepository } from './oauth/oauth-repository.ts'
import type { PasskeyRepository } from './passkeys/postgres-passkey-repository.ts'
import type { PasswordHasher } from './passwords/password-hasher.ts'
import type { ProofRepository } from './reauthentication/postgres-proof-repository.ts'
import type { RefusalRepository } from './refusals/postgres-refusal-repository.ts'
import type { RoleRepository } from './roles/role-repository.ts'
import type { SecondFactorRepository } from './second-factor/postgres-second-factor-repository.ts'
import type { EndedSessionRegistry } from './sessions/ended-session-registry.ts'
import type { SessionRepository } from './sessions/session-repository.ts'
import type { AuthThrottleLimits } from './sign-in/throttle-limits.ts'
import type { SuspensionRouteDeps } from './suspension/routes.ts'

/** Dependencies of the routes of auth. */
export type AuthDeps = {
  accounts: AccountRepository
  deactivations: DeactivationRepository
  devices: KnownDeviceRepository
  erasures: ErasureRepository
  exports: ExportRepository
  /** The store of exports. Undefined: this installation makes none. */
  exportFiles: MediaStore | undefined
  sessions: SessionRepository
  invites: InviteRepository
  registration: RegistrationMode
  refusals: RefusalRepository
  assertWordsAllowed: AssertWordsAllowed
  withSuspensions: SuspensionRouteDeps['withSuspensions']
  roles: RoleRepository
  /** The verified address of the account that becomes the first admin. */
  adminEmail: string | undefined
  members: MemberReadModel
  legalVersions: LegalVersionRepository
  keys: KeyRing
  endedSessions: EndedSessionRegistry
  mails: MailQueue
  mailLinks: MailLinkRepository
  mailDelivery: MailDelivery
  requiresVerifiedEmail: boolean
  oauth: OAuthRepository
  /** The providers that this installation offers, in the order of their buttons. */
  providers: ReadonlyMap<OAuthProviderId, OAuthProvider>
  passkeys: PasskeyRepository
  proofs: ProofRepository
  secondFactors: SecondFactorRepository
  /** Encrypts the secrets of authenticator apps in the store. */
  totpEncryption: SecretEncryption
  passwords: PasswordHasher
  throttle: Throttle
  limits: AuthThrottleLimits
  /** A session ends at this age, however often it is refreshed. */
  maxSessionAgeMs: number
  refreshCookie: BrowserCookie
  deviceCookie: BrowserCookie
  oauthCookie: BrowserCookie
  /** Origin of the product in browsers; undefined on loopback and in private networks. */
  publicUrl: URL | undefined
  /** Plan of new accounts. */
  plan: string
  demoAccounts: DemoAccounts
  /** Guests may read, in the services that serve them. */
  allowsGuests: boolean
  log: Logger
  now: () => Date
  newId: (at: Date) => string
}
