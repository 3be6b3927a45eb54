import { join, resolve } from 'node:path'
import type { Container, Manifest, Workload } from '../src/manifest.ts'
import { renderKustomization } from '../src/render-kustomization.ts'

const FOLDER = resolve(import.meta.dirname, '../../../k8s')

export const toKubernetesPath = (...names: string[]): string => join(FOLDER, ...names)

const rendered = new Map<string, Promise<Manifest[]>>()

/** Renders folders of `k8s`, each once, and returns a copy of all objects. */
export async function renderFolders(...folders: string[]): Promise<Manifest[]> {
  const parts = folders.map((folder) => {
    const part = rendered.get(folder) ?? renderKustomization(toKubernetesPath(folder))
    rendered.set(folder, part)
    return part
  })
  return structuredClone((await Promise.all(parts)).flat())
}

/** Returns the object of that kind and name. @throws if there is none */
export function findManifest(manifests: readonly Manifest[], kind: string, name: string): Manifest {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name)
  if (!found) throw new Error(`No ${kind} ${name}`)
  return found
}

export const findWorkload = (manifests: readonly Manifest[], kind: string, name: string): Workload =>
  findManifest(manifests, kind, name) as Workload

/** Returns the first container of a workload. */
export function getContainer({ metadata, spec }: Workload): Container {
  const [container] = spec.template.spec.containers
  if (!container) throw new Error(`${metadata.name} has no container`)
  return container
}
