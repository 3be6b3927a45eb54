import { execFile } from 'node:child_process'
import { cp, glob, mkdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const ROOT = resolve(import.meta.dirname, '../../..')
/** Makes npm use its cache. */
const NPM_CACHE_OPTIONS = { npm_config_prefer_offline: 'true' }
const EXCLUDED_NAMES = new Set(['node_modules', 'dist', 'tests'])

/**
 * Runs the stage `dependencies` of a Dockerfile in `dir` without a container engine: copies the manifests, then executes
 * its COPY and RUN lines.
 */
export async function runDependenciesStage(dockerfile: string, dir: string, workspace = ''): Promise<void> {
  for (const pattern of ['package.json', 'package-lock.json', '.npmrc', '*/package.json', '*/*/package.json'])
    for await (const file of glob(pattern, { cwd: ROOT })) await copyInto(dir, file)
  for (const line of await readStageLines(dockerfile)) {
    const [, copied] = /^COPY (?!--from)(\S+) \S+$/.exec(line) ?? []
    if (copied) await copyInto(dir, copied.replace('$WORKSPACE', workspace))
    const [, command] = /^RUN (?:--mount=\S+ )?(.*)$/.exec(line) ?? []
    if (command)
      await run('sh', ['-c', command], {
        cwd: dir,
        env: { ...process.env, ...NPM_CACHE_OPTIONS, WORKSPACE: workspace },
      })
  }
}

async function readStageLines(dockerfile: string): Promise<string[]> {
  const text = await readFile(join(ROOT, 'tools/containers', dockerfile), 'utf8')
  const [, stage = ''] = /^FROM base AS dependencies\n([\s\S]*?)\n\n/m.exec(text) ?? []
  return stage.split('\n')
}

async function copyInto(dir: string, path: string): Promise<void> {
  await mkdir(dirname(join(dir, path)), { recursive: true })
  await cp(join(ROOT, path), join(dir, path), {
    recursive: true,
    filter: (from) => !EXCLUDED_NAMES.has(basename(from)),
  })
}
