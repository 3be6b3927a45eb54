// Prepares the bus and the shared state, and gives each service its rights, before the services start. `BUS_URL` and `STATE_URL`
// are an administrator's. Without `STATE_URL` only the bus is prepared.
import { createLogger, readVariable } from '@meadow/service'
import { readBusUrl } from '../cli/bus-url.ts'
import { ensureEngineAccess } from './engine-access.ts'

try {
  const urls = { busUrl: await readBusUrl(process.env), stateUrl: readVariable('STATE_URL', process.env) }
  await ensureEngineAccess(urls, createLogger({ name: 'engine-access', level: 'fatal' }))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1) // a call of kafkajs that has not ended may keep the process alive
}
