import { resolve } from 'node:path'
import { importImages } from '../cluster/containers.ts'
import { findServiceUrl, listWorkloads, waitForReadyPods, waitForRollout } from '../cluster/deployments.ts'
import { kubectl, NAMESPACE, readResource, runProgram } from '../cluster/kubectl.ts'
import type { Pod } from '../cluster/resources.ts'
import type { Product } from '../load/product-load.ts'
import { provideVolumes } from './storage.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')
/** The local overlay with the changes for these tests. */
export const OVERLAY = resolve(import.meta.dirname, '../../overlay')
const LOCAL = resolve(ROOT, 'k8s/overlays/local')
const VERSION = process.env['MEADOW_VERSION'] ?? 'dev'
const POSTGRES_IMAGE = 'postgres:18.4'
const PROGRAMS = ['gateway', 'auth', 'social', 'posts', 'chat', 'notify']
const FRONTENDS = ['shell', 'feed', 'profile', 'chat']

/** Returns the name of the image of a program or front end in a version, as `npm run images` names it. */
export const toImage = (name: string, version = VERSION): string => `localhost/meadow/${name}:${version}`

/** Copies the images of the product from the container engine to the node. @throws if one was not built */
export async function importProductImages(): Promise<string[]> {
  const images = [...PROGRAMS, ...FRONTENDS.map((name) => `frontend-${name}`)].map((name) => toImage(name))
  await importImages([...images, POSTGRES_IMAGE])
  return images
}

/** Deletes what an earlier run has left, with its data. */
export async function deleteProduct(): Promise<void> {
  await kubectl('delete', 'namespace', NAMESPACE, '--ignore-not-found', '--timeout=180s')
}

/** Creates the namespace with its secrets and PostgreSQL. */
export async function deployEngines(): Promise<void> {
  await provideVolumes()
  await runProgram('sh', [resolve(LOCAL, 'make-secrets.sh')])
  await kubectl('apply', '--kustomize', resolve(LOCAL, 'engines'))
  await kubectl('apply', '--kustomize', resolve(LOCAL, 'secrets'))
  await waitForRollout('statefulset/postgres')
}

/** Runs the migrations of all services. @throws if one does not complete */
export async function runMigrations(): Promise<string> {
  await kubectl('apply', '--kustomize', resolve(LOCAL, 'migrations'))
  return kubectl(
    'wait',
    '--for=condition=complete',
    'job',
    '--selector',
    'app.kubernetes.io/component=migration',
    '--timeout=300s',
  )
}

/** Deploys the product and waits until all its pods are ready. */
export async function deployProduct(): Promise<string[]> {
  await kubectl('apply', '--kustomize', OVERLAY)
  const workloads = await listWorkloads()
  await Promise.all(workloads.map(waitForRollout))
  return workloads
}

/** Finds the addresses of the deployed product. */
export async function findProduct(): Promise<Product> {
  const { data } = await readResource<{ data: Record<string, string> }>('secret', 'postgres')
  const password = Buffer.from(data['POSTGRES_PASSWORD'] ?? '', 'base64').toString()
  const [pod] = (await waitForReadyPods('statefulset/postgres', 1)) as [Pod]
  return {
    url: await findServiceUrl('gateway'),
    postgresUrl: `postgres://postgres:${password}@${pod.status.podIP}:5432`,
  }
}
