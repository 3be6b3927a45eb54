import { createLogger, exitOnUncaughtException, newId, waitForSignal } from '@meadow/service'
import { readNotifyConfig } from './config.ts'
import { openNotifyEngines } from './engines.ts'
import { createNotifyService } from './service.ts'

const config = readNotifyConfig(process.env)
const log = createLogger({ name: 'notify', level: config.LOG_LEVEL })
exitOnUncaughtException(log)

const now = () => new Date()
await using engines = await openNotifyEngines(config, { log, now, newId }) // opened first, closed last
await using service = createNotifyService({ ...engines, log, now, newId })
await service.start(config.PORT, config.HOST)
await waitForSignal('SIGTERM', 'SIGINT')
