import { createLogger } from '@meadow/service'
import { openBus } from '../bus/open-bus.ts'
import { openBusOperator } from '../operator/open-bus-operator.ts'
import { readBusUrl } from './bus-url.ts'
import { parseCommand } from './command.ts'
import { runCommand } from './run-command.ts'

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
process.stdout.on('error', () => stopped.abort()) // the reader has closed the pipe, as `head` does

try {
  const command = parseCommand(process.argv.slice(2))
  const log = createLogger({ name: 'events', level: 'fatal' })
  const url = await readBusUrl(process.env)
  await using operator = await openBusOperator(url, { log })
  await using bus = await openBus(url, { log })
  await runCommand(command, { bus, operator, print: console.log, now: () => new Date(), signal: stopped.signal })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
