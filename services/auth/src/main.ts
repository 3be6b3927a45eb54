import { fileURLToPath } from 'node:url'
import { createLogger, exitOnUncaughtException, newId, runProcess, waitForShutdown } from '@meadow/service'
import { openStoreClock, openWhenAvailable, waitForStore } from '@meadow/storage'
import { createOAuthProviders, readAuthConfig, readAuthLimits, readMailFrom } from './config.ts'
import { openAuthEngines } from './engines.ts'
import { createSigningKeyEncryption } from './keys/signing-key-encryption.ts'
import { createMailTransport } from './mail/mail-transport.ts'
import { createTotpEncryption } from './second-factor/totp.ts'
import { openAuthService } from './service.ts'

await runProcess('auth', async () => {
  const config = readAuthConfig(process.env)
  const log = createLogger({ name: 'auth', level: config.LOG_LEVEL })
  exitOnUncaughtException(log)

  const waiting = { log, probes: { port: config.PORT, host: config.HOST } }
  await waitForStore(config.STORE_URL, { service: 'auth', ...waiting })
  using clock = await openStoreClock(config.STORE_URL, { service: 'auth', log })
  const { now } = clock
  const openEngines = () => openAuthEngines(config, { log, now, newId })
  await using engines = await openWhenAvailable(openEngines, waiting) // opened first, closed last
  const mailTransport = config.MAIL_URL
    ? createMailTransport(config.MAIL_URL, { from: readMailFrom(config) })
    : undefined
  if (!mailTransport) log.warn('MAIL_URL is not set: no mail is sent, so a forgotten password cannot be replaced')
  const deps = {
    ...engines,
    log,
    publicUrl: config.PUBLIC_URL === undefined ? undefined : new URL(config.PUBLIC_URL),
    mailTransport,
    requiresVerifiedEmail: config.REQUIRE_VERIFIED_EMAIL === 'on',
    oauthProviders: createOAuthProviders(config),
    demoProviderUrl: config.OAUTH_DEMO === 'on' ? new URL(`http://127.0.0.1:${config.PORT}/dev/oauth`) : undefined,
    mailboxFolder: config.MAIL_URL && config.MAILBOX_PAGE === 'on' ? fileURLToPath(config.MAIL_URL) : undefined,
    plan: config.DEFAULT_PLAN,
    allowsGuests: config.GUEST_MODE === 'on',
    adminEmail: config.ADMIN_EMAIL,
    registration: config.REGISTRATION,
    isThrottled: config.RATE_LIMITS === 'on',
    limits: readAuthLimits(config),
    maxSessionDays: config.SESSION_MAX_DAYS,
    signingKeyDays: config.SIGNING_KEY_DAYS,
    signingKeyEncryption: createSigningKeyEncryption(config.SIGNING_KEY_ENCRYPTION_KEY),
    totpEncryption: createTotpEncryption(config.SIGNING_KEY_ENCRYPTION_KEY),
    demoAccounts: {
      usernames: config.DEMO_ACCOUNTS,
      isOffered: config.DEMO_SIGN_IN === 'on' && config.PUBLIC_URL === undefined,
    },
    now,
    newId,
  }
  await using service = await openWhenAvailable(() => openAuthService(deps), waiting)
  await service.start(config.PORT, config.HOST)
  await waitForShutdown(service, config.DRAIN_SECONDS)
})
