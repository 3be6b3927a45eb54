import { listFaultNames, loadFault } from './run/load-faults.ts'
import { formatUsage, parseFaultArguments } from './run/parse-fault-arguments.ts'
import { runFault } from './run/run-fault.ts'

const [name = '', ...args] = process.argv.slice(2)
if (!listFaultNames().includes(name)) {
  const usages = listFaultNames().map(async (known) => formatUsage(known, await loadFault(known)))
  console.error(`Usage:\n${(await Promise.all(usages)).join('\n')}`)
  process.exit(2)
}
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => interruption.abort(new Error(`The run was interrupted by ${signal}`)))
const fault = await loadFault(name)
const { seed = Date.now() % 1_000_000, options } = parseFaultArguments(fault.options, args)
try {
  const { broken } = await runFault(fault, { name, seed, options, signal: interruption.signal })
  process.exitCode = broken.length === 0 ? 0 : 1
} catch (error) {
  console.error(error)
  process.exit(1) // the load of an interrupted run still waits for responses
}
