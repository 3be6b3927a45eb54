import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Obtainable } from './engine.ts'
import { createGoEnvironment } from './engines/go-program.ts'
import { ensureObtained } from './ensure-obtained.ts'
import { ensureFolder } from './folders.ts'
import { listMissingPrograms, runCommand } from './run-command.ts'
import { VERSIONS } from './versions.ts'

const MODULE = 'github.com/docker/compose/v2'
const toPluginFile = () => join(ensureFolder('bin'), `docker-compose-${VERSIONS.compose}`)

const isInstalled = () => spawnSync('docker', ['compose', 'version']).status === 0

/** The `docker compose` plugin: the installed one, or one that is built from source. */
export const dockerCompose: Obtainable = {
  name: 'docker compose',
  version: `docker compose ${VERSIONS.compose}`,
  listMissing: () =>
    isInstalled() || existsSync(toPluginFile())
      ? []
      : listMissingPrograms({ go: 'Go 1.24 or newer, go.dev/doc/install' }),
  isObtained: () => isInstalled() || existsSync(toPluginFile()),
  obtain: buildPlugin,
}

/** Returns the command of the plugin. @throws if it cannot be built */
export async function openDockerCompose(): Promise<string[]> {
  await ensureObtained(dockerCompose, console.error)
  return isInstalled() ? ['docker', 'compose'] : [toPluginFile()]
}

/** Builds the plugin. Go refuses to install it directly because of directives in its `go.mod`; our module repeats them. */
async function buildPlugin(): Promise<void> {
  const workDir = ensureFolder('build-compose')
  const env = { ...createGoEnvironment(workDir), GOFLAGS: '-mod=mod -modcacherw -buildvcs=false' }
  const go = (...args: string[]) => runCommand('compose', 'go', args, { cwd: workDir, env })
  const write = (name: string, ...lines: string[]) => writeFileSync(join(workDir, name), `${lines.join('\n')}\n`)

  write('go.mod', 'module compose')
  await go('mod', 'download', `${MODULE}@${VERSIONS.compose}`)
  const source = join(env.GOPATH, 'pkg/mod', `${MODULE}@${VERSIONS.compose}`)
  const goMod = readFileSync(join(source, 'go.mod'), 'utf8')
  const directives = goMod.match(/^(?:exclude|replace) \([\s\S]*?^\)|^go .*$/gm) ?? []
  write('go.mod', 'module compose', `require ${MODULE} ${VERSIONS.compose}`, ...directives)
  write('go.sum', readFileSync(join(source, 'go.sum'), 'utf8').trimEnd())
  write('pin.go', 'package pin', `import _ "${MODULE}/cmd/compose"`)
  const flags = `-s -w -X ${MODULE}/internal.Version=${VERSIONS.compose}`
  await go('build', '-trimpath', '-ldflags', flags, '-o', join(workDir, 'docker-compose'), `${MODULE}/cmd`)
  renameSync(join(workDir, 'docker-compose'), toPluginFile())
  rmSync(workDir, { recursive: true, force: true })
}
