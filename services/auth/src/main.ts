import { createLogger, exitOnUncaughtException, newId, waitForSignal } from '@meadow/service'
import { readAuthConfig } from './config.ts'
import { openAuthEngines } from './engines.ts'
import { openAuthService } from './service.ts'

const config = readAuthConfig(process.env)
const log = createLogger({ name: 'auth', level: config.LOG_LEVEL })
exitOnUncaughtException(log)

const now = () => new Date()
await using engines = await openAuthEngines(config, { log, now, newId }) // opened first, closed last
await using service = await openAuthService({
  ...engines,
  log,
  publicUrl: config.PUBLIC_URL === undefined ? undefined : new URL(config.PUBLIC_URL),
  plan: config.DEFAULT_PLAN,
  isThrottled: config.RATE_LIMITS === 'on',
  demoAccounts: config.DEMO_ACCOUNTS,
  now,
  newId,
})
await service.start(config.PORT, config.HOST)
await waitForSignal('SIGTERM', 'SIGINT')
