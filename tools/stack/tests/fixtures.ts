import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a folder that is removed with the test. */
export async function createTestFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'meadow-stack-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Creates a program from JavaScript source. */
export async function createTestProgram(folder: string, code: string) {
  const script = join(folder, 'program.mjs')
  await writeFile(script, code)
  return { name: 'program', script, env: process.env, logFile: join(folder, 'program.log') }
}
