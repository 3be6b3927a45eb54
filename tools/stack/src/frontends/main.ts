import { resolve } from 'node:path'
import { defineProcessVariables, readEnvironment } from '@meadow/service/config'
import { createHttpListener } from '@meadow/service/http-listener'
import { createLogger } from '@meadow/service/logger'
import { exitOnUncaughtException, waitForSignal } from '@meadow/service/process'
import * as z from 'zod'
import { createFrontendHandler } from './serve.ts'

const CLOSE_TIMEOUT_MS = 3000

const config = readEnvironment(z.object(defineProcessVariables(8080)), process.env)
const log = createLogger({ name: 'frontends', level: config.LOG_LEVEL })
exitOnUncaughtException(log)
const listener = createHttpListener(createFrontendHandler(resolve(import.meta.dirname, '../../../../frontends')))
const { port } = await listener.listen(config.PORT, config.HOST)
log.info({ port }, 'listening')
await waitForSignal('SIGTERM', 'SIGINT')
await listener.close(CLOSE_TIMEOUT_MS)
