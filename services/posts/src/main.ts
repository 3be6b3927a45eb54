import { createLogger, createThrottle, endOnUncaught, noThrottle, signalled } from '@meadow/service'
import { readConfig } from './config.ts'
import { openEngines } from './engines.ts'
import { hourly } from './limits.ts'
import { createPostsService } from './service.ts'

const config = readConfig(process.env)
const log = createLogger({ name: 'posts', level: config.LOG_LEVEL })
endOnUncaught(log)
const now = () => new Date()
await using engines = await openEngines(config, { log, now }) // opened first, closed last
const { state } = engines
const throttle = config.RATE_LIMITS === 'on' ? createThrottle({ state, log, now }) : noThrottle
const limits = hourly({ posts: config.POSTS_PER_HOUR, comments: config.COMMENTS_PER_HOUR })
await using service = createPostsService({ ...engines, throttle, limits, log, now })
await service.start(config.PORT, config.HOST)
await signalled('SIGTERM', 'SIGINT')
