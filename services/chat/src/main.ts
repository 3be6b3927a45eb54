import { createLogger, exitOnUncaughtException, newId, waitForSignal } from '@meadow/service'
import { readChatConfig } from './config.ts'
import { openChatEngines } from './engines.ts'
import { createChatService } from './service.ts'

const config = readChatConfig(process.env)
const log = createLogger({ name: 'chat', level: config.LOG_LEVEL })
exitOnUncaughtException(log)

const now = () => new Date()
await using engines = await openChatEngines(config, { log, now }) // opened first, closed last
await using service = createChatService({ ...engines, log, now, newId })
await service.start(config.PORT, config.HOST)
await waitForSignal('SIGTERM', 'SIGINT')
