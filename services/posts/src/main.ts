import {
  createLogger,
  createThrottle,
  exitOnUncaughtException,
  newId,
  unlimitedThrottle,
  waitForSignal,
} from '@meadow/service'
import { createHourlyLimits, readConfig } from './config.ts'
import { openEngines } from './engines.ts'
import { createPostsService } from './service.ts'

const config = readConfig(process.env)
const log = createLogger({ name: 'posts', level: config.LOG_LEVEL })
exitOnUncaughtException(log)
const now = () => new Date()
await using engines = await openEngines(config, { log, now }) // opened first, closed last
const { state } = engines
const throttle = config.RATE_LIMITS === 'on' ? createThrottle({ state, log, now }) : unlimitedThrottle
const limits = createHourlyLimits({ posts: config.POSTS_PER_HOUR, comments: config.COMMENTS_PER_HOUR })
await using service = createPostsService({ ...engines, throttle, limits, log, newId, now })
await service.start(config.PORT, config.HOST)
await waitForSignal('SIGTERM', 'SIGINT')
