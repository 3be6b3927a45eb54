import {
  createLogger,
  createThrottle,
  exitOnUncaughtException,
  newId,
  runProcess,
  unlimitedThrottle,
  waitForShutdown,
} from '@meadow/service'
import { openStoreClock, openWhenAvailable, waitForStore } from '@meadow/storage'
import { readSocialConfig } from './config.ts'
import { openSocialEngines } from './engines.ts'
import { createSocialService } from './service.ts'

await runProcess('social', async () => {
  const config = readSocialConfig(process.env)
  const log = createLogger({ name: 'social', level: config.LOG_LEVEL })
  exitOnUncaughtException(log)

  const waiting = { log, probes: { port: config.PORT, host: config.HOST } }
  await waitForStore(config.STORE_URL, { service: 'social', ...waiting })
  using clock = await openStoreClock(config.STORE_URL, { service: 'social', log })
  const { now } = clock
  const openEngines = () => openSocialEngines(config, { log, now, newId })
  await using engines = await openWhenAvailable(openEngines, waiting) // opened first, closed last
  const { state } = engines
  await using service = createSocialService({
    ...engines,
    throttle: config.RATE_LIMITS === 'on' ? createThrottle({ state, log, now }) : unlimitedThrottle,
    newMemberLimits: { follows: config.NEW_MEMBER_FOLLOWS },
    allowsGuests: config.GUEST_MODE === 'on',
    log,
    now,
    newId,
  })
  await service.start(config.PORT, config.HOST)
  await waitForShutdown(service, config.DRAIN_SECONDS)
})
