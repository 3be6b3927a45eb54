import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lacking, runCommand } from './command.ts'
import type { Obtainable } from './engine.ts'
import { goEnvironment } from './engines/go-program.ts'
import { folder } from './folders.ts'
import { obtained } from './obtain.ts'
import { VERSIONS } from './versions.ts'

const MODULE = 'github.com/docker/compose/v2'
const file = () => join(folder('bin'), `docker-compose-${VERSIONS.compose}`)

const isInstalled = () => spawnSync('docker', ['compose', 'version']).status === 0

/** What reads compose files: Docker's plugin where there is one, else one that is built from its source. */
export const dockerCompose: Obtainable = {
  name: 'docker compose',
  version: `docker compose ${VERSIONS.compose}`,
  missing: () => (isInstalled() || existsSync(file()) ? [] : lacking({ go: 'Go 1.24 or newer, go.dev/doc/install' })),
  isObtained: () => isInstalled() || existsSync(file()),
  obtain,
}

/** The command of it, as the start of a line. @throws what this machine lacks */
export async function openDockerCompose(): Promise<string[]> {
  await obtained(dockerCompose, console.error)
  return isInstalled() ? ['docker', 'compose'] : [file()]
}

/** Its `go.mod` excludes and replaces modules, so Go refuses to install it as it is: a module of ours repeats them. */
async function obtain(): Promise<void> {
  const work = folder('build-compose')
  const env = { ...goEnvironment(work), GOFLAGS: '-mod=mod -modcacherw -buildvcs=false' }
  const go = (...args: string[]) => runCommand('compose', 'go', args, { cwd: work, env })
  const write = (name: string, ...lines: string[]) => writeFileSync(join(work, name), `${lines.join('\n')}\n`)

  write('go.mod', 'module compose')
  await go('mod', 'download', `${MODULE}@${VERSIONS.compose}`)
  const source = join(env.GOPATH, 'pkg/mod', `${MODULE}@${VERSIONS.compose}`)
  const theirs = readFileSync(join(source, 'go.mod'), 'utf8')
  const repeated = theirs.match(/^(?:exclude|replace) \([\s\S]*?^\)|^go .*$/gm) ?? []
  write('go.mod', 'module compose', `require ${MODULE} ${VERSIONS.compose}`, ...repeated)
  write('go.sum', readFileSync(join(source, 'go.sum'), 'utf8').trimEnd())
  write('pin.go', 'package pin', `import _ "${MODULE}/cmd/compose"`)
  const flags = `-s -w -X ${MODULE}/internal.Version=${VERSIONS.compose}`
  await go('build', '-trimpath', '-ldflags', flags, '-o', join(work, 'docker-compose'), `${MODULE}/cmd`)
  renameSync(join(work, 'docker-compose'), file())
  rmSync(work, { recursive: true, force: true })
}
