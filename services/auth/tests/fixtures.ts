import type { MediaStore } from '@meadow/media'
import type { JwkEncryption, SecretEncryption } from '@meadow/service'
import { type Logger, newId } from '@meadow/service'
import type { SharedState } from '@meadow/storage'
import { testLog } from '@meadow/testing'
import { createTestClock, openPostgresTestStore, openServiceHarness } from '@meadow/testing/service'
import request from 'supertest'
import type { DemoAccounts } from '../src/demo/demo-accounts.ts'
import type { RegistrationMode } from '../src/invites/admit-registration.ts'
import { createPostgresSigningKeyStore } from '../src/keys/postgres-signing-key-store.ts'
import { createMailSender } from '../src/mail/mail-sender.ts'
import type { MailTransport, OutgoingMail } from '../src/mail/mail-transport.ts'
import { authMigrations as migrations } from '../src/migrations.ts'
import type { OAuthProvider } from '../src/oauth/oauth-provider.ts'
import { authEventHandlers, openAuthService } from '../src/service.ts'
import type { AuthLimits } from '../src/sign-in/throttle-limits.ts'
import { createPostgresAuthPorts } from '../src/store.ts'

export const ann = {
  username: 'ann',
  email: 'ann@example.org',
  password: 'correct horse',
  fullName: 'Ann Berger',
}

type Options = {
  publicUrl?: string
  /** @default the limits are off */
  isThrottled?: boolean
  limits?: Partial<AuthLimits>
  maxSessionDays?: number
  adminEmail?: string
  registration?: RegistrationMode
  requiresVerifiedEmail?: boolean
  signingKeyDays?: number
  signingKeyEncryption?: JwkEncryption
  totpEncryption?: SecretEncryption
  stateUrl?: string
  demoAccounts?: DemoAccounts
  allowsGuests?: boolean
  log?: Logger
  /** @default mails are collected in `mails` */
  mailTransport?: MailTransport | undefined
  oauthProviders?: readonly OAuthProvider[]
  demoProviderUrl?: URL
  exportFiles?: MediaStore
}
type Body = Record<string, unknown>

/** Returns a cookie of a response as a browser sends it back: the refresh cookie, the device cookie, or that of a sign-in through a provider. */
export const readCookie = (response: request.Response, name: 'refresh' | 'device' | 'oauth' = 'refresh'): string => {
  const cookies: string[] = response.get('Set-Cookie') ?? []
  return cookies.find((cookie) => cookie.includes(`meadow-${name}-`))?.split(';', 1)[0] ?? ''
}

export const toBearerHeader = (token: string) => ({ Authorization: `Bearer ${token}` })

/** Returns the member and the session of an access token. */
export const readTokenSession = (token: string): { sub: string; sid: string } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** Returns the session id of an access token. */
export const readSessionId = (token: string): string => readTokenSession(token).sid

const rejectUnavailable = () => Promise.reject(new Error('the shared state is unavailable'))

/** Opens the whole service in this process, not started. Only tests move its clock. */
export async function openAuth(options: Options = {}) {
  const { publicUrl, isThrottled = false, stateUrl, demoAccounts, limits = {}, maxSessionDays = 90 } = options
  const { signingKeyDays, signingKeyEncryption } = options
  const { now, advance } = createTestClock({ startsAt: new Date('2026-03-02T12:00:00.000Z') })
  let isStateUnavailable = false
  const mails: OutgoingMail[] = []
  const collectMails: MailTransport = { kind: 'smtp', send: async (mail) => void mails.push(mail) }
  const mailTransport = 'mailTransport' in options ? options.mailTransport : collectMails
  const withOutage = (state: SharedState): SharedState => ({
    ...state,
    increment: (...args) => (isStateUnavailable ? rejectUnavailable() : state.increment(...args)),
    publish: (...args) => (isStateUnavailable ? rejectUnavailable() : state.publish(...args)),
  })

  const harness = await openServiceHarness({
    store: await openPostgresTestStore({
      migrations,
      createPorts: (pool) => ({
        ...createPostgresAuthPorts(pool, { now, newId }),
        signingKeys: createPostgresSigningKeyStore(pool, async () => now()),
      }),
    }),
    createService: ({ state, ...deps }) =>
      openAuthService({
        ...deps,
        state: withOutage(state),
        publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl),
        plan: 'pro',
        isThrottled,
        limits,
        maxSessionDays,
        adminEmail: options.adminEmail,
        registration: options.registration,
        requiresVerifiedEmail: options.requiresVerifiedEmail,
        log: options.log ?? testLog,
        mailTransport,
        ...(options.oauthProviders && { oauthProviders: options.oauthProviders }),
        ...(options.demoProviderUrl && { demoProviderUrl: options.demoProviderUrl }),
        ...(options.exportFiles && { exportFiles: options.exportFiles }),
        ...(demoAccounts && { demoAccounts }),
        ...(options.allowsGuests !== undefined && { allowsGuests: options.allowsGuests }),
        ...(signingKeyDays && { signingKeyDays }),
        ...(signingKeyEncryption && { signingKeyEncryption }),
        ...(options.totpEncryption && { totpEncryption: options.totpEncryption }),
      }),
    handlers: authEventHandlers,
    now,
    urls: { state: stateUrl },
  })
  const { pool } = harness.store
  const { ports } = harness.store
  const openMailSender = (transport: MailTransport = collectMails) =>
    createMailSender({
      queue: ports.mails,
      links: ports.mailLinks,
      accounts: ports.accounts,
      transport,
      hasNoPassword: ({ username }) => demoAccounts?.usernames.includes(username) ?? false,
      log: options.log ?? testLog,
      now,
      newId,
    })
  const sender = mailTransport && openMailSender(mailTransport)
  const call = () => request.agent(harness.service.app).set('X-Forwarded-Host', 'localhost:5000') // set by the gateway

  return {
    ...harness,
    pool,
    call,
    advance,
    /** Creates the sender of another instance. */
    openMailSender: () => openMailSender(mailTransport),
    /** Sends the mails that are due, and returns those that were sent since the last call. */
    sendMails: async () => {
      await sender?.drain()
      return mails.splice(0)
    },
    makeStateUnavailable: () => {
      isStateUnavailable = true
    },
    register: (change: Body = {}) =>
      call()
        .post('/auth/register')
        .send({ ...ann, ...change }),
    login: (body: Body, from = '203.0.113.7') => call().post('/auth/login').set('X-Forwarded-For', from).send(body),
    refresh: (cookie: string) => call().post('/auth/refresh').set('Cookie', cookie),
    me: (token: string) => call().get('/auth/me').set(toBearerHeader(token)),
    countRows: async (table: string) => {
      const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)
      return rows[0]?.count
    },
  }
}
