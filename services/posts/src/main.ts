import {
  createLogger,
  createThrottle,
  exitOnUncaughtException,
  newId,
  unlimitedThrottle,
  waitForSignal,
} from '@meadow/service'
import { createPublishingLimits, readPostsConfig } from './config.ts'
import { openPostsEngines } from './engines.ts'
import { createPostsService } from './service.ts'

const config = readPostsConfig(process.env)
const log = createLogger({ name: 'posts', level: config.LOG_LEVEL })
exitOnUncaughtException(log)
const now = () => new Date()
await using engines = await openPostsEngines(config, { log, now }) // opened first, closed last
const { state } = engines
const throttle = config.RATE_LIMITS === 'on' ? createThrottle({ state, log, now }) : unlimitedThrottle
const limits = createPublishingLimits({ posts: config.POSTS_PER_HOUR, comments: config.COMMENTS_PER_HOUR })
await using service = createPostsService({ ...engines, throttle, limits, log, newId, now })
await service.start(config.PORT, config.HOST)
await waitForSignal('SIGTERM', 'SIGINT')
