// Deploys the local overlay to the cluster of a context and shows how it behaves there: `npm run test:cluster -- --context NAME`
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from './cluster/kubectl.ts'
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

/**
 * Writes a kubeconfig with one context only, so that no command of a run can reach another cluster, even if somebody selects
 * another context meanwhile. Disposal deletes the file.
 * @throws if the kubeconfig of the user has no such context
 */
async function openContext(name: string): Promise<AsyncDisposable & { kubeconfig: string }> {
  const text = await runProgram('kubectl', ['config', 'view', '--raw', '--flatten', '--minify', `--context=${name}`])
  const dir = await mkdtemp(join(tmpdir(), 'meadow-context-'))
  const kubeconfig = join(dir, 'kubeconfig')
  await writeFile(kubeconfig, text, { mode: 0o600 })
  return { kubeconfig, [Symbol.asyncDispose]: () => rm(dir, { recursive: true }) }
}
