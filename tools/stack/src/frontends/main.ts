import { resolve } from 'node:path'
import { processVariables, readEnvironment } from '@meadow/service/config'
import { createListener } from '@meadow/service/listener'
import { createLogger } from '@meadow/service/logger'
import { endOnUncaught, signalled } from '@meadow/service/process'
import * as z from 'zod'
import { serveFrontends } from './serve.ts'

const PATIENCE = 3000

const config = readEnvironment(z.object(processVariables(8080)), process.env)
const log = createLogger({ name: 'frontends', level: config.LOG_LEVEL })
endOnUncaught(log)
const listener = createListener(serveFrontends(resolve(import.meta.dirname, '../../../../frontends')))
const { port } = await listener.listen(config.PORT, config.HOST)
log.info({ port }, 'listening')
await signalled('SIGTERM', 'SIGINT')
await listener.close(PATIENCE)
