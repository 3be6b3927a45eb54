import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lacking, runCommand } from '../command.ts'
import type { Engine } from '../engine.ts'
import { folder } from '../folders.ts'

type Of = { name: string; module: string; version: string }

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
      const env = {
        GOPATH: join(work, 'path'),
        GOCACHE: join(work, 'cache'),
        GOBIN: join(work, 'bin'),
        GOFLAGS: '-modcacherw -buildvcs=false',
        CGO_ENABLED: '0',
      }
      await runCommand(name, 'go', ['install', '-trimpath', '-ldflags', '-s -w', `${module}@${version}`], { env })
      renameSync(join(work, 'bin', name), file())
      rmSync(work, { recursive: true, force: true }) // modules and objects are thirty times the program
    },
  }
}
