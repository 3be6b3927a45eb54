import { createLogger, endOnUncaught, signalled } from '@meadow/service'
import { readConfig } from './config.ts'
import { createGateway } from './gateway.ts'

const config = readConfig(process.env)
const log = createLogger({ name: 'gateway', level: config.logLevel })
endOnUncaught(log)

await using gateway = createGateway({ ...config, log, now: () => new Date() })
await gateway.start(config.port, config.host)
await signalled('SIGTERM', 'SIGINT')
