import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lacking, runCommand } from '../command.ts'
import type { Engine } from '../engine.ts'
import { folder } from '../folders.ts'

type Of = { name: string; module: string; version: string }

/** Where Go keeps what it needs, and what it builds, for a build in `work`: nothing beside it. */
export const goEnvironment = (work: string) => ({
  GOPATH: join(work, 'path'),
  GOCACHE: join(work, 'cache'),
  GOBIN: join(work, 'bin'),
  CGO_ENABLED: '0',
})

/** How a server is obtained that is built from its source in Go. */
export function goProgram({
  name,
  module,
  version,
}: Of): Pick<Engine, 'missing' | 'isObtained' | 'obtain'> & { file: () => string } {
  const file = () => join(folder('bin'), `${name}-${version}`)
  return {
    file,
    missing: () => (existsSync(file()) ? [] : lacking({ go: 'Go 1.24 or newer, go.dev/doc/install' })),
    isObtained: () => existsSync(file()),
    async obtain() {
      const work = folder(`build-${name}`)
      const env = { ...goEnvironment(work), GOFLAGS: '-modcacherw -buildvcs=false' }
      await runCommand(name, 'go', ['install', '-trimpath', '-ldflags', '-s -w', `${module}@${version}`], { env })
      renameSync(join(work, 'bin', name), file())
      rmSync(work, { recursive: true, force: true }) // modules and objects are thirty times the program
    },
  }
}
