import { createLogger, exitOnUncaughtException, newId, waitForSignal } from '@meadow/service'
import { readSocialConfig } from './config.ts'
import { openSocialEngines } from './engines.ts'
import { createSocialService } from './service.ts'

const config = readSocialConfig(process.env)
const log = createLogger({ name: 'social', level: config.LOG_LEVEL })
exitOnUncaughtException(log)

const now = () => new Date()
await using engines = await openSocialEngines(config, { log, now, newId }) // opened first, closed last
await using service = createSocialService({ ...engines, log, now, newId })
await service.start(config.PORT, config.HOST)
await waitForSignal('SIGTERM', 'SIGINT')
