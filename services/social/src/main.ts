import { createLogger, endOnUncaught, newId, signalled } from '@meadow/service'
import { readConfig } from './config.ts'
import { openEngines } from './engines.ts'
import { createSocialService } from './service.ts'

const config = readConfig(process.env)
const log = createLogger({ name: 'social', level: config.LOG_LEVEL })
endOnUncaught(log)

const now = () => new Date()
await using engines = await openEngines(config, { log, now }) // opened first, closed last
await using service = createSocialService({ ...engines, log, now, newId })
await service.start(config.PORT, config.HOST)
await signalled('SIGTERM', 'SIGINT')
