import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from './kubectl.ts'

/**
 * Writes a kubeconfig with one context only, so that no command of a run can reach another cluster, even if somebody selects
 * another context meanwhile. Disposal deletes the file.
 * @throws if the kubeconfig of the user has no such context
 */
export async function openContext(name: string): Promise<AsyncDisposable & { kubeconfig: string }> {
  const text = await runProgram('kubectl', ['config', 'view', '--raw', '--flatten', '--minify', `--context=${name}`])
  const dir = await mkdtemp(join(tmpdir(), 'meadow-context-'))
  const kubeconfig = join(dir, 'kubeconfig')
  await writeFile(kubeconfig, text, { mode: 0o600 })
  return { kubeconfig, [Symbol.asyncDispose]: () => rm(dir, { recursive: true }) }
}
