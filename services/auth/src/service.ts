import { calls } from '@meadow/contracts'
import {
  type Bus,
  type ConsumerStore,
  createConsumer,
  createOutboxRelay,
  type EventHandler,
  type Outbox,
} from '@meadow/events'
import type { MediaStore } from '@meadow/media'
import {
  createMemberCleanup,
  createMemberErasureTask,
  createMemberExportTask,
  createRepublishHandler,
  createWordCheck,
  type ExportTaskStore,
  type MemberErasureStore,
  type MemberReadModel,
  type MemberSnapshotStore,
  memberErasureHandlers,
  memberEventHandlers,
  memberExportHandlers,
  type OwnDataReader,
  type RefusedWordStore,
} from '@meadow/members'
import type { JwkEncryption, SecretEncryption } from '@meadow/service'
import {
  createService,
  createThrottle,
  createVerifier,
  type HealthProbe,
  type Logger,
  type MetricsSource,
  type Service,
  serve,
  unlimitedThrottle,
} from '@meadow/service'
import { createHourlyCleanup, isStoreOutage, type SharedState } from '@meadow/storage'
import type { AccountRepository } from './accounts/account-repository.ts'
import { createAccountRoutes } from './accounts/routes.ts'
import { createFormerUsernameCleanup } from './accounts/username-change.ts'
import type { AuthDeps } from './auth-deps.ts'
import { createBrowserCookie } from './cookies/browser-cookie.ts'
import type { DeactivationRepository } from './deactivation/deactivation.ts'
import { createDeactivationRoutes } from './deactivation/routes.ts'
import { type DemoAccounts, NO_DEMO_ACCOUNTS, withoutDemoPasswords } from './demo/demo-accounts.ts'
import { createDemoProvider } from './demo/demo-provider.ts'
import { endDemoSessions } from './demo/demo-sessions.ts'
import { createDemoAccountRoutes } from './demo/routes.ts'
import type { KnownDeviceRepository } from './devices/known-device-repository.ts'
import { createEmailRoutes } from './email/routes.ts'
import type { ErasedPartStore, ErasureRepository } from './erasure/erasure.ts'
import { createErasureTask, onMemberPartErased } from './erasure/erasure-task.ts'
import { createReceiptRoutes } from './erasure/routes.ts'
import type { ExportedPartStore, ExportRepository } from './exports/export.ts'
import { createExportTask, onMemberPartExported } from './exports/export-task.ts'
import { createExportFileRouter, createExportRoutes } from './exports/routes.ts'
import type { RegistrationMode } from './invites/admit-registration.ts'
import type { InviteRepository } from './invites/postgres-invite-repository.ts'
import { createInviteCleanup, createInviteRoutes } from './invites/routes.ts'
import { openKeyRing } from './keys/key-ring.ts'
import { createKeyRotation } from './keys/key-rotation.ts'
import { createKeyRoutes } from './keys/routes.ts'
import { DEFAULT_SIGNING_KEY_DAYS } from './keys/signing-key.ts'
import { createSigningKeyEncryption } from './keys/signing-key-encryption.ts'
import type { SigningKeyStore } from './keys/signing-key-store.ts'
import type { LegalVersionRepository } from './legal/legal-version.ts'
import { createLegalRoutes } from './legal/routes.ts'
import { createMailCleanup } from './mail/mail-cleanup.ts'
import type { MailQueue } from './mail/mail-queue.ts'
import { createMailSender } from './mail/mail-sender.ts'
import type { MailTransport } from './mail/mail-transport.ts'
import { createMailboxRouter } from './mail/mailbox-page.ts'
import type { MailLinkRepository } from './mail/postgres-mail-link-repository.ts'
import { createMailRoutes } from './mail/routes.ts'
import type { OAuthProvider } from './oauth/oauth-provider.ts'
import type { OAuthRepository } from './oauth/oauth-repository.ts'
import { createOAuthRouter } from './oauth/oauth-router.ts'
import { createOAuthRoutes } from './oauth/routes.ts'
import type { PasskeyRepository } from './passkeys/postgres-passkey-repository.ts'
import { createPasskeyRoutes } from './passkeys/routes.ts'
import { createPasswordHasher } from './passwords/password-hasher.ts'
import { createPasswordRoutes } from './passwords/routes.ts'
import type { ProofRepository } from './reauthentication/postgres-proof-repository.ts'
import { createReauthenticationRoutes } from './reauthentication/routes.ts'
import type { RefusalRepository } from './refusals/postgres-refusal-repository.ts'
import { createRefusalRoutes } from './refusals/routes.ts'
import type { RoleRepository } from './roles/role-repository.ts'
import { createRoleRoutes } from './roles/routes.ts'
import { encryptTotpSecrets, PROPOSAL_LIFETIME_MS } from './second-factor/change-second-factor.ts'
import type { SecondFactorRepository } from './second-factor/postgres-second-factor-repository.ts'
import { createSecondFactorRoutes } from './second-factor/routes.ts'
import { createTotpEncryption } from './second-factor/totp.ts'
import { openEndedSessionRegistry } from './sessions/ended-session-registry.ts'
import { createSessionRoutes } from './sessions/routes.ts'
import { DEFAULT_MAX_SESSION_DAYS } from './sessions/session.ts'
import { createSessionCleanup } from './sessions/session-cleanup.ts'
import type { SessionRepository } from './sessions/session-repository.ts'
import { createSignInRoutes } from './sign-in/routes.ts'
import { type AuthLimits, createAuthThrottleLimits, DEFAULT_AUTH_LIMITS } from './sign-in/throttle-limits.ts'
import { createSuspensionRoutes, type SuspensionRouteDeps } from './suspension/routes.ts'
import {
  createAppealDecidedHandler,
  createReportDecidedHandler,
  type SuspensionStore,
} from './suspension/suspension.ts'

const DAY_MS = 86_400_000

type AuthHandlerDeps = {
  members: MemberReadModel
  erasures: MemberErasureStore
  erasedParts: ErasedPartStore
  exportTasks: ExportTaskStore
  exportedParts: ExportedPartStore
  suspensions: SuspensionStore
  snapshots: MemberSnapshotStore
}

export const authEventHandlers: EventHandler<AuthHandlerDeps>[] = [
  ...memberEventHandlers,
  ...memberErasureHandlers,
  ...memberExportHandlers,
  onMemberPartErased,
  onMemberPartExported,
  createRepublishHandler('auth'),
]

type AuthServiceDeps = {
  accounts: AccountRepository
  deactivations: DeactivationRepository
  devices: KnownDeviceRepository
  erasures: ErasureRepository
  invites: InviteRepository
  refusals: RefusalRepository
  refusedWords: RefusedWordStore
  exports: ExportRepository
  /** The store of exports. @default this installation makes none */
  exportFiles?: MediaStore | undefined
  withSuspensions: SuspensionRouteDeps['withSuspensions']
  sessions: SessionRepository
  roles: RoleRepository
  legalVersions: LegalVersionRepository
  /** The verified address of the account that becomes the first admin. @default there is none */
  adminEmail?: string | undefined
  /** @default 'open' */
  registration?: RegistrationMode | undefined
  signingKeys: SigningKeyStore
  mails: MailQueue
  mailLinks: MailLinkRepository
  oauth: OAuthRepository
  passkeys: PasskeyRepository
  proofs: ProofRepository
  secondFactors: SecondFactorRepository
  /** The providers of sign-ins. @default none */
  oauthProviders?: readonly OAuthProvider[]
  /** The address of the demo provider in this process, for browsers on this machine. @default there is none */
  demoProviderUrl?: URL | undefined
  ownData: OwnDataReader
  /** Undefined: no mail is sent. */
  mailTransport?: MailTransport | undefined
  /** Members who have not proved their address do not write messages. @default false */
  requiresVerifiedEmail?: boolean | undefined
  /** The folder of mails that /dev/mail shows to browsers on this machine. @default there is no such page */
  mailboxFolder?: string | undefined
  members: MemberReadModel
  outbox: Outbox
  consumerStore: ConsumerStore<AuthHandlerDeps>
  pingStore: HealthProbe
  bus: Bus
  state: SharedState
  metricsSources?: MetricsSource[]
  /** Checks each response against its contract, for tests. @default false */
  validateResponses?: boolean | undefined
  log: Logger
  /** Origin of the product in browsers; undefined on loopback and in private networks. */
  publicUrl: URL | undefined
  /** Plan of new accounts. */
  plan: string
  isThrottled: boolean
  /** @default DEFAULT_AUTH_LIMITS */
  limits?: Partial<AuthLimits>
  /** Age at which a session ends, however often it is refreshed. @default 90 */
  maxSessionDays?: number
  /** Days for which a key signs. @default 90 */
  signingKeyDays?: number
  /** Encrypts the private signing keys in the store. @default they are stored in clear */
  signingKeyEncryption?: JwkEncryption
  /** Encrypts the secrets of authenticator apps in the store. @default they are stored in clear */
  totpEncryption?: SecretEncryption
  /** Guests may read, in the services that serve them. @default false */
  allowsGuests?: boolean | undefined
  /** Accounts that anyone at this machine can try. @default none */
  demoAccounts?: DemoAccounts
  now: () => Date
  newId: (at: Date) => string
}

/** Opens the auth service. The first start creates the signing key. Nothing listens, consumes or relays before `start`. */
export async function openAuthService(deps: AuthServiceDeps): Promise<Service> {
  const {
    accounts,
    bus,
    deactivations,
    devices,
    demoAccounts = NO_DEMO_ACCOUNTS,
    isThrottled,
    log,
    members,
    metricsSources = [],
  } = deps
  const { newId, now, outbox, pingStore, plan, publicUrl, sessions, signingKeys, state, consumerStore } = deps
  const keys = await openKeyRing({
    store: signingKeys,
    encryption: deps.signingKeyEncryption ?? createSigningKeyEncryption([]),
    maxAgeMs: (deps.signingKeyDays ?? DEFAULT_SIGNING_KEY_DAYS) * DAY_MS,
    now,
  })
  const endedSessions = await openEndedSessionRegistry({ sessions, state, log, now })
  const outboxRelay = createOutboxRelay({ outbox, bus, log })
  const demo = deps.demoProviderUrl && (await createDemoProvider(deps.demoProviderUrl))
  const authDeps: AuthDeps = {
    accounts: withoutDemoPasswords(accounts, demoAccounts),
    deactivations,
    devices,
    erasures: deps.erasures,
    exports: deps.exports,
    exportFiles: deps.exportFiles,
    sessions,
    roles: deps.roles,
    legalVersions: deps.legalVersions,
    invites: deps.invites,
    registration: deps.registration ?? 'open',
    refusals: deps.refusals,
    assertWordsAllowed: createWordCheck(deps),
    withSuspensions: deps.withSuspensions,
    adminEmail: deps.adminEmail,
    members,
    keys,
    endedSessions,
    mails: deps.mails,
    mailLinks: deps.mailLinks,
    mailDelivery: deps.mailboxFolder ? 'mailbox' : (deps.mailTransport?.kind ?? 'off'),
    requiresVerifiedEmail: deps.requiresVerifiedEmail ?? false,
    passwords: await createPasswordHasher(),
    throttle: isThrottled ? createThrottle({ state, log, now }) : unlimitedThrottle,
    limits: createAuthThrottleLimits({ ...DEFAULT_AUTH_LIMITS, ...deps.limits }),
    maxSessionAgeMs: (deps.maxSessionDays ?? DEFAULT_MAX_SESSION_DAYS) * DAY_MS,
    refreshCookie: createBrowserCookie('meadow-refresh', publicUrl),
    deviceCookie: createBrowserCookie('meadow-device', publicUrl),
    oauthCookie: createBrowserCookie('meadow-oauth', publicUrl, 'lax'),
    oauth: deps.oauth,
    passkeys: deps.passkeys,
    proofs: deps.proofs,
    secondFactors: deps.secondFactors,
    totpEncryption: deps.totpEncryption ?? createTotpEncryption([]),
    providers: new Map(
      [...(deps.oauthProviders ?? []), ...(demo ? [demo.provider] : [])].map((provider) => [provider.id, provider]),
    ),
    publicUrl,
    plan,
    demoAccounts,
    allowsGuests: deps.allowsGuests ?? false,
    log,
    now,
    newId,
  }
  await encryptTotpSecrets(authDeps)
  const mailSender =
    deps.mailTransport &&
    createMailSender({
      queue: deps.mails,
      links: deps.mailLinks,
      accounts,
      transport: deps.mailTransport,
      hasNoPassword: ({ username }) => demoAccounts.usernames.includes(username),
      log,
      now,
      newId,
    })
  if (!demoAccounts.isOffered) await endDemoSessions({ ...authDeps, accounts })
  const handlers = [...authEventHandlers, createReportDecidedHandler(authDeps), createAppealDecidedHandler(authDeps)]
  const wokenTasks = [
    createMemberErasureTask({ ...deps, service: 'auth' }),
    createMemberExportTask({ ...deps, exportFiles: deps.exportFiles, service: 'auth' }),
    createExportTask(authDeps),
  ]
  const service = createService({
    name: 'auth',
    isOutage: isStoreOutage,
    validateResponses: deps.validateResponses,
    log,
    verifier: createVerifier({ keys, ended: endedSessions, now }),
    routes: [
      ...createAccountRoutes(authDeps),
      ...createSignInRoutes(authDeps),
      ...createSessionRoutes(authDeps),
      ...createPasswordRoutes(authDeps),
      ...createReauthenticationRoutes(authDeps),
      ...createSecondFactorRoutes(authDeps),
      ...createPasskeyRoutes(authDeps),
      ...createDeactivationRoutes(authDeps),
      ...createReceiptRoutes(authDeps),
      ...createInviteRoutes(authDeps),
      ...createRefusalRoutes(authDeps),
      ...createExportRoutes(authDeps),
      ...createRoleRoutes(authDeps),
      ...createLegalRoutes(authDeps),
      ...createSuspensionRoutes(authDeps),
      ...createEmailRoutes(authDeps),
      ...createMailRoutes(authDeps),
      ...createOAuthRoutes(authDeps),
      ...createKeyRoutes(authDeps),
      serve(calls.getAccountData, ({ member }) => deps.ownData.count(member.sub)),
      ...createDemoAccountRoutes({ ...authDeps, accounts }),
    ],
    routers: [
      createOAuthRouter(authDeps),
      createExportFileRouter(authDeps),
      ...(demo ? [demo.router] : []),
      ...(deps.mailboxFolder ? [createMailboxRouter(deps.mailboxFolder)] : []),
    ],
    features: { mail: deps.mailTransport?.kind ?? 'off' },
    backgroundTasks: [
      outboxRelay,
      ...(mailSender ? [mailSender] : []),
      createConsumer({ name: 'auth', bus, store: consumerStore, handlers, wokenTasks, log, now: deps.now }),
      ...wokenTasks,
      createMemberCleanup(deps),
      createErasureTask(authDeps),
      createSessionCleanup(authDeps),
      createMailCleanup(authDeps),
      createHourlyCleanup({ name: 'sign-in cleanup', log, deleteBatch: () => deleteExpired(authDeps) }),
      createFormerUsernameCleanup(authDeps),
      createInviteCleanup(authDeps),
      createKeyRotation({ keys, state, log }),
    ],
    readinessProbes: { store: pingStore },
    degradationProbes: { bus: () => bus.ping(), state: () => state.ping() },
    metricsSources,
  })
  return {
    ...service,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await endedSessions[Symbol.asyncDispose]()
    },
  }
}

type ExpiringDeps = Pick<AuthDeps, 'oauth' | 'passkeys' | 'proofs' | 'secondFactors' | 'now'>

/** Deletes what has expired of sign-ins and proofs. Returns false: one statement for each kind deletes them all. */
async function deleteExpired({ oauth, passkeys, proofs, secondFactors, now }: ExpiringDeps): Promise<boolean> {
  await oauth.deleteExpiredFlows(now())
  await passkeys.deleteExpiredChallenges(now())
  await proofs.deleteExpired(now())
  await secondFactors.deleteExpired(now(), new Date(now().getTime() - PROPOSAL_LIFETIME_MS))
  return false
}
