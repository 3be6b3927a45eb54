import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const VERSIONS = { kustomize: 'v5.8.3', kubeconform: 'v0.8.0', 'kube-score': 'v1.20.0' } as const
const MODULES = {
  kustomize: 'sigs.k8s.io/kustomize/kustomize/v5',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform',
  'kube-score': 'github.com/zegl/kube-score/cmd/kube-score',
} as const

/** A program that is built from its Go source. */
type GoProgram = {
  /** The file of the built program. */
  file: () => string
  /** Returns whether it is built, or can be. */
  isAvailable: () => boolean
  /** Builds it unless it is built. @throws Error of the compiler */
  build: () => Promise<void>
}

const isGoInstalled = (): boolean => spawnSync('go', ['version']).status === 0

function createProgram(name: keyof typeof VERSIONS): GoProgram {
  const folder = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'meadow', 'programs')
  const file = join(folder, `${name}-${VERSIONS[name]}`)
  return {
    file: () => file,
    isAvailable: () => existsSync(file) || isGoInstalled(),
    async build() {
      if (existsSync(file)) return
      mkdirSync(folder, { recursive: true })
      const work = await mkdtemp(join(folder, 'build-'))
      const folders = { GOPATH: join(work, 'path'), GOCACHE: join(work, 'cache'), GOBIN: join(work, 'bin') }
      const env = { ...process.env, ...folders, CGO_ENABLED: '0', GOFLAGS: '-modcacherw -buildvcs=false' }
      const module = `${MODULES[name]}@${VERSIONS[name]}`
      try {
        await promisify(execFile)('go', ['install', '-trimpath', '-ldflags', '-s -w', module], { env })
        renameSync(join(work, 'bin', name), file)
      } finally {
        await rm(work, { recursive: true, force: true })
      }
    },
  }
}

export const isKubectlInstalled = (): boolean => spawnSync('kubectl', ['kustomize', '--help']).status === 0

export const kustomize: GoProgram = createProgram('kustomize')
/** Validates objects against JSON Schemas. */
export const kubeconform: GoProgram = createProgram('kubeconform')
/** Reports what is risky in a cluster. */
export const kubeScore: GoProgram = createProgram('kube-score')
