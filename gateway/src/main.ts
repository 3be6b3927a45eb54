import { calls } from '@meadow/contracts'
import {
  createLogger,
  createVerifier,
  exitOnUncaughtException,
  openRemoteKeys,
  runProcess,
  waitForShutdown,
} from '@meadow/service'
import { readGatewayConfig } from './config.ts'
import { createGateway } from './gateway.ts'

await runProcess('gateway', async () => {
  const config = readGatewayConfig(process.env)
  const log = createLogger({ name: 'gateway', level: config.logLevel })
  exitOnUncaughtException(log)

  const now = () => new Date()
  const url = new URL(calls.jwks.path, config.upstreams.auth).href
  using keys = await openRemoteKeys({ url, file: undefined, log })
  const verifier = createVerifier({ keys, ended: { has: () => false }, now }) // the services check for ended sessions
  await using gateway = createGateway({ ...config, verifier, log, now })
  await gateway.start(config.port, config.host)
  await waitForShutdown(gateway, config.drainSeconds)
})
