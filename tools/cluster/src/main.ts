// Deploys the local overlay to the cluster of a context and shows how it behaves there: `npm run test:cluster -- --context NAME`
import { openContext } from './cluster/context.ts'
import { runChecks } from './run-checks.ts'
import { parseRunOptions } from './run-options.ts'

try {
  const options = parseRunOptions(process.argv.slice(2))
  await using context = await openContext(options.context)
  process.env['KUBECONFIG'] = context.kubeconfig
  process.exitCode = (await runChecks(options)) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
