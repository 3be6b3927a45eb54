import {
  createLogger,
  createThrottle,
  createUploadLimits,
  exitOnUncaughtException,
  newId,
  newRandomName,
  runProcess,
  unlimitedThrottle,
  waitForShutdown,
} from '@meadow/service'
import { openStoreClock, openWhenAvailable, waitForStore } from '@meadow/storage'
import { createMessageLimits, readChatConfig } from './config.ts'
import { openChatEngines } from './engines.ts'
import { createChatService } from './service.ts'

await runProcess('chat', async () => {
  const config = readChatConfig(process.env)
  const log = createLogger({ name: 'chat', level: config.LOG_LEVEL })
  exitOnUncaughtException(log)

  const waiting = { log, probes: { port: config.PORT, host: config.HOST } }
  await waitForStore(config.STORE_URL, { service: 'chat', ...waiting })
  using clock = await openStoreClock(config.STORE_URL, { service: 'chat', log })
  const { now } = clock
  const openEngines = () => openChatEngines(config, { log, now })
  await using engines = await openWhenAvailable(openEngines, waiting) // opened first, closed last
  const { state } = engines
  const hasRateLimits = config.RATE_LIMITS === 'on'
  const throttle = hasRateLimits ? createThrottle({ state, log, now }) : unlimitedThrottle
  const messageLimits = createMessageLimits(config)
  const uploadLimits = createUploadLimits('chat', {
    uploads: config.UPLOADS_PER_HOUR,
    megabytes: config.UPLOAD_MEGABYTES_PER_HOUR,
  })
  const newMemberLimits = { conversations: config.NEW_MEMBER_CONVERSATIONS }
  const limits = { throttle, messageLimits, newMemberLimits, uploadLimits, hasRateLimits }
  const requiresVerifiedEmail = config.REQUIRE_VERIFIED_EMAIL === 'on'
  await using service = createChatService({
    ...engines,
    ...limits,
    requiresVerifiedEmail,
    log,
    now,
    newId,
    newRandomName,
  })
  await service.start(config.PORT, config.HOST)
  await waitForShutdown(service, config.DRAIN_SECONDS)
})
