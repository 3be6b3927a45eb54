import { execFile } from 'node:child_process'
import { cp, glob, mkdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const ROOT = resolve(import.meta.dirname, '../../..')
/** npm has what this project was installed from, and need not ask for it again. */
const CACHED = { npm_config_prefer_offline: 'true' }
const NOT_COPIED = new Set(['node_modules', 'dist', 'tests'])

/**
 * Does in `dir` what the stage `dependencies` of a Dockerfile does, where there is no container engine: the manifests
 * that it begins with, its copies and its commands, line by line.
 */
export async function installAs(dockerfile: string, dir: string, workspace = ''): Promise<void> {
  for (const pattern of ['package.json', 'package-lock.json', '.npmrc', '*/package.json', '*/*/package.json'])
    for await (const file of glob(pattern, { cwd: ROOT })) await copyInto(dir, file)
  for (const line of await linesOf(dockerfile)) {
    const [, copied] = /^COPY (?!--from)(\S+) \S+$/.exec(line) ?? []
    if (copied) await copyInto(dir, copied.replace('$WORKSPACE', workspace))
    const [, command] = /^RUN (?:--mount=\S+ )?(.*)$/.exec(line) ?? []
    if (command)
      await run('sh', ['-c', command], { cwd: dir, env: { ...process.env, ...CACHED, WORKSPACE: workspace } })
  }
}

async function linesOf(dockerfile: string): Promise<string[]> {
  const text = await readFile(join(ROOT, 'tools/containers', dockerfile), 'utf8')
  const [, stage = ''] = /^FROM base AS dependencies\n([\s\S]*?)\n\n/m.exec(text) ?? []
  return stage.split('\n')
}

async function copyInto(dir: string, path: string): Promise<void> {
  await mkdir(dirname(join(dir, path)), { recursive: true })
  await cp(join(ROOT, path), join(dir, path), { recursive: true, filter: (from) => !NOT_COPIED.has(basename(from)) })
}
