import { spawnSync } from 'node:child_process'
import type { Obtainable } from '@meadow/engines'
import { createGoProgram } from '../../engines/src/engines/go-program.ts'

const VERSIONS = { kustomize: 'v5.8.3', kubeconform: 'v0.8.0', 'kube-score': 'v1.20.0' } as const
const MODULES = {
  kustomize: 'sigs.k8s.io/kustomize/kustomize/v5',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform',
  'kube-score': 'github.com/zegl/kube-score/cmd/kube-score',
} as const

type GoProgram = Obtainable & { file: () => string }

const createProgram = (name: keyof typeof VERSIONS): GoProgram => ({
  ...createGoProgram({ name, module: MODULES[name], version: VERSIONS[name] }),
  name,
  version: `${name} ${VERSIONS[name]}`,
})

export const isKubectlInstalled = (): boolean => spawnSync('kubectl', ['kustomize', '--help']).status === 0

export const kustomize: GoProgram = createProgram('kustomize')
/** Validates objects against JSON Schemas. */
export const kubeconform: GoProgram = createProgram('kubeconform')
/** Reports what is risky in a cluster. */
export const kubeScore: GoProgram = createProgram('kube-score')
