import { createLogger } from '@meadow/service'
import { openBus } from '../bus/open-bus.ts'
import { openBusOperator } from '../operate/open-operator.ts'
import { busAddress } from './bus-address.ts'
import { readWish } from './options.ts'
import { run } from './run.ts'

const over = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => over.abort())
process.stdout.on('error', () => over.abort()) // whoever read us has gone, as `head` does

try {
  const wish = readWish(process.argv.slice(2))
  const log = createLogger({ name: 'events', level: 'fatal' })
  const url = await busAddress(process.env)
  await using operator = await openBusOperator(url, { log })
  await using bus = await openBus(url, { log })
  await run(wish, { bus, operator, say: console.log, now: () => new Date(), signal: over.signal })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
