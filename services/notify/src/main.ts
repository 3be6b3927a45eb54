import { createLogger, endOnUncaught, signalled } from '@meadow/service'
import { readConfig } from './config.ts'
import { openEngines } from './engines.ts'
import { createNotifyService } from './service.ts'

const config = readConfig(process.env)
const log = createLogger({ name: 'notify', level: config.LOG_LEVEL })
endOnUncaught(log)

const now = () => new Date()
await using engines = await openEngines(config, { log, now }) // opened first, closed last
await using service = createNotifyService({ ...engines, log, now })
await service.start(config.PORT, config.HOST)
await signalled('SIGTERM', 'SIGINT')
