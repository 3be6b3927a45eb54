import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../engine.ts'
import { ensureFolder } from '../folders.ts'
import { listMissingPrograms, runCommand } from '../run-command.ts'

type GoProgramOptions = { name: string; module: string; version: string }

/** Creates the environment of a Go build with all its folders in `work`. */
export const createGoEnvironment = (work: string) => ({
  GOPATH: join(work, 'path'),
  GOCACHE: join(work, 'cache'),
  GOBIN: join(work, 'bin'),
  CGO_ENABLED: '0',
})

/** Creates the functions that obtain a server by building its Go source. */
export function createGoProgram({
  name,
  module,
  version,
}: GoProgramOptions): Pick<Engine, 'listMissing' | 'isObtained' | 'obtain'> & { file: () => string } {
  const file = () => join(ensureFolder('bin'), `${name}-${version}`)
  return {
    file,
    listMissing: () => (existsSync(file()) ? [] : listMissingPrograms({ go: 'Go 1.24 or newer, go.dev/doc/install' })),
    isObtained: () => existsSync(file()),
    async obtain() {
      const work = ensureFolder(`build-${name}`)
      const env = { ...createGoEnvironment(work), GOFLAGS: '-modcacherw -buildvcs=false' }
      await runCommand(name, 'go', ['install', '-trimpath', '-ldflags', '-s -w', `${module}@${version}`], { env })
      renameSync(join(work, 'bin', name), file())
      rmSync(work, { recursive: true, force: true }) // modules and objects take thirty times the space of the program
    },
  }
}
