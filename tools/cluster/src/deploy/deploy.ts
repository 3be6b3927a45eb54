import { resolve } from 'node:path'
import { renderKustomization } from '@meadow/kubernetes/render-kustomization'
import { listWorkloads, waitForReadyPods, waitForRollout } from '../cluster/deployments.ts'
import { applyManifests, kubectl, NAMESPACE, openPortForward, readResource, runProgram } from '../cluster/kubectl.ts'
import { createOwnNamespace } from '../cluster/namespaces.ts'
import type { Pod } from '../cluster/resources.ts'
import { waitUntil } from '../cluster/wait-until.ts'
import type { Product } from '../load/product-load.ts'

/** The local overlay with the changes for these tests. */
export const OVERLAY = resolve(import.meta.dirname, '../../overlay')
const LOCAL = resolve(import.meta.dirname, '../../../../k8s/overlays/local')

/** Applies a kustomization in the namespace of the run. */
async function applyFolder(folder: string): Promise<void> {
  const manifests = await renderKustomization(folder)
  const [namespace] = manifests.filter(({ kind }) => kind === 'Namespace')
  if (namespace) await createOwnNamespace(NAMESPACE, namespace.metadata.labels)
  const others = manifests.filter((manifest) => manifest !== namespace)
  await applyManifests(others.map((one) => ({ ...one, metadata: { ...one.metadata, namespace: NAMESPACE } })))
}

/** Creates the namespace with its secrets and PostgreSQL. */
export async function deployEngines(): Promise<void> {
  await runProgram('sh', [resolve(LOCAL, 'make-secrets.sh')])
  await applyFolder(resolve(LOCAL, 'engines'))
  await applyFolder(resolve(LOCAL, 'secrets'))
  await waitForRollout('statefulset/postgres')
}

/** Runs the migrations of all services. @throws if one does not complete */
export async function runMigrations(): Promise<string> {
  await applyFolder(resolve(LOCAL, 'migrations'))
  const selector = 'app.kubernetes.io/component=migration'
  return kubectl('wait', '--for=condition=complete', 'job', '--selector', selector, '--timeout=300s')
}

/** Deploys the product and waits until all its pods are ready. */
export async function deployProduct(): Promise<string[]> {
  await applyFolder(OVERLAY)
  const workloads = await listWorkloads()
  await Promise.all(workloads.map(waitForRollout))
  return workloads
}

/**
 * Opens the way to the deployed product: the gateway by its port of a node, PostgreSQL by a forwarded port until disposal.
 * @throws if this machine does not reach the node
 */
export async function openProduct(): Promise<Product & AsyncDisposable> {
  const { data } = await readResource<{ data: Record<string, string> }>('secret', 'postgres')
  const password = Buffer.from(data['POSTGRES_PASSWORD'] ?? '', 'base64').toString()
  const [pod] = (await waitForReadyPods('statefulset/postgres', 1)) as [Pod]
  const url = await findNodeUrl('gateway')
  await waitUntil(async () => void (await fetch(url)))
  const forward = await openPortForward(`pod/${pod.metadata.name}`, 5432)
  return {
    url,
    postgresUrl: `postgres://postgres:${password}@127.0.0.1:${forward.port}`,
    [Symbol.asyncDispose]: async () => forward[Symbol.dispose](),
  }
}

type Node = { status: { addresses: { type: string; address: string }[] } }

/** Returns the URL of a Service of the type NodePort, with the address of the first node. */
async function findNodeUrl(name: string): Promise<string> {
  const { spec } = await readResource<{ spec: { ports: { nodePort?: number }[] } }>('service', name)
  const { items } = JSON.parse(await kubectl('get', 'nodes', '--output', 'json')) as { items: Node[] }
  const internal = items[0]?.status.addresses.find(({ type }) => type === 'InternalIP')
  if (!internal) throw new Error('The cluster has no node with an address')
  return `http://${internal.address}:${spec.ports[0]?.nodePort}`
}
