import { once } from 'node:events'
import { startIdleCollector } from './memory/idle-collector.ts'
import { parseStackOptions } from './options.ts'
import { startStack } from './stack.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const stopController = new AbortController()
for (const signal of SIGNALS) process.on(signal, () => stopController.abort()) // npm and the terminal may both tell us

try {
  const options = parseStackOptions(process.argv.slice(2), process.env)
  console.log('Starting Meadow')
  await using stack = await startStack(options, console.log, stopController.signal)
  startIdleCollector()
  console.log(`\nMeadow is ready: ${stack.urls.join(' and ')}\n`)
  if (stack.networkUrls.length > 0) {
    console.log(`From other machines: ${stack.networkUrls.join(' and ')}`)
    console.log('This traffic is not encrypted: others in the network can read passwords and messages.\n')
  }
  if (!stopController.signal.aborted) await once(stopController.signal, 'abort')
  console.log('Stopping …')
} catch (error) {
  if (!stopController.signal.aborted) console.error(error instanceof Error ? error.message : error)
  process.exitCode = stopController.signal.aborted ? 0 : 1
}
