import { resolve } from 'node:path'
import { readEnvironment } from '@meadow/service/config'
import { createHttpListener } from '@meadow/service/http-listener'
import { createLogger } from '@meadow/service/logger'
import { exitOnUncaughtException, runProcess, waitForShutdown } from '@meadow/service/process'
import { FrontendServerVariables } from './config.ts'
import { createFrontendHandler } from './serve.ts'

const CLOSE_TIMEOUT_MS = 3000

await runProcess('frontends', async () => {
  const config = readEnvironment(FrontendServerVariables, process.env)
  const log = createLogger({ name: 'frontends', level: config.LOG_LEVEL })
  exitOnUncaughtException(log)
  const folder = resolve(import.meta.dirname, '../../../frontends')
  const handleRequest = createFrontendHandler(folder, {
    isDraining: () => listener.isDraining,
    hasServiceWorker: () => config.SERVICE_WORKER === 'on',
    rolledBackAt: config.ROLLED_BACK_AT === undefined ? undefined : Date.parse(config.ROLLED_BACK_AT),
  })
  const listener = createHttpListener(handleRequest)
  const { port } = await listener.listen(config.PORT, config.HOST)
  log.info({ port }, 'listening')
  await waitForShutdown(listener, config.DRAIN_SECONDS)
  await listener.close(CLOSE_TIMEOUT_MS)
})
