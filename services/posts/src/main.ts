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
import { createPublishingLimits, readPostsConfig } from './config.ts'
import { openPostsEngines } from './engines.ts'
import { createPostsService } from './service.ts'

await runProcess('posts', async () => {
  const config = readPostsConfig(process.env)
  const log = createLogger({ name: 'posts', level: config.LOG_LEVEL })
  exitOnUncaughtException(log)
  const waiting = { log, probes: { port: config.PORT, host: config.HOST } }
  await waitForStore(config.STORE_URL, { service: 'posts', ...waiting })
  using clock = await openStoreClock(config.STORE_URL, { service: 'posts', log })
  const { now } = clock
  const openEngines = () => openPostsEngines(config, { log, now })
  await using engines = await openWhenAvailable(openEngines, waiting) // opened first, closed last
  const { state } = engines
  const throttle = config.RATE_LIMITS === 'on' ? createThrottle({ state, log, now }) : unlimitedThrottle
  const limits = createPublishingLimits({
    posts: config.POSTS_PER_HOUR,
    comments: config.COMMENTS_PER_HOUR,
    edits: config.EDITS_PER_HOUR,
  })
  const uploadLimits = createUploadLimits('posts', {
    uploads: config.UPLOADS_PER_HOUR,
    megabytes: config.UPLOAD_MEGABYTES_PER_HOUR,
  })
  const newMemberLimits = { posts: config.NEW_MEMBER_POSTS, comments: config.NEW_MEMBER_COMMENTS }
  const allowsGuests = config.GUEST_MODE === 'on'
  const deps = {
    ...engines,
    allowsGuests,
    throttle,
    limits,
    newMemberLimits,
    uploadLimits,
    log,
    newId,
    newRandomName,
    now,
  }
  await using service = createPostsService(deps)
  await service.start(config.PORT, config.HOST)
  await waitForShutdown(service, config.DRAIN_SECONDS)
})
