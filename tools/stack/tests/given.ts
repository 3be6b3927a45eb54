import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that goes with the test. */
export async function aFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'meadow-stack-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** A program that does what `code` says. */
export async function aProgram(folder: string, code: string) {
  const script = join(folder, 'program.mjs')
  await writeFile(script, code)
  return { name: 'program', script, env: process.env, logFile: join(folder, 'program.log') }
}

/** Asks until it is so. */
export async function until<T>(ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = Date.now() + 20_000
  while (Date.now() < end) {
    const answer = await Promise.resolve()
      .then(ask)
      .catch(() => undefined)
    if (answer !== undefined) return answer
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('It did not become so')
}
