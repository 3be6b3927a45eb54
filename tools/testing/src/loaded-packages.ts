import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const ROOT = resolve(import.meta.dirname, '../../..')
const PACKAGE_PATH = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//

/** Loads the modules in a new process and prints the URL of each file that this loads. Ends when the output is written. */
const toLoadScript = (urls: readonly string[]) => `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  for (const url of ${JSON.stringify(urls)}) await import(url)
  process.stdout.write(loaded.join('\\n'), () => process.exit())`

/** Returns the names of the npm packages that a process loads if it imports these files of the repository. */
export async function listLoadedPackages(...files: string[]): Promise<Set<string>> {
  const script = toLoadScript(files.map((file) => pathToFileURL(resolve(ROOT, file)).href))
  const { NODE_OPTIONS: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { env })
  return new Set(stdout.split('\n').flatMap((url) => PACKAGE_PATH.exec(url)?.[1] ?? []))
}
