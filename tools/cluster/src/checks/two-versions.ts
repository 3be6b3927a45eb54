import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { applySourceChanges, NEXT_VERSION } from '@meadow/faults/next-version'
import { findMissingData, readNextVersionData } from '@meadow/faults/next-version-data'
import { isReady, listPodsOf, setImage, type Workload, waitForRollout } from '../cluster/deployments.ts'
import { applyManifests, kubectl, readResource, runProgram } from '../cluster/kubectl.ts'
import type { Pod } from '../cluster/resources.ts'
import { waitUntil } from '../cluster/wait-until.ts'
import { type LoadImages, toImage } from '../deploy/images.ts'
import type { Product, ProductLoad } from '../load/product-load.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')
const toNextImage = (service: string) => toImage(service, 'next')
const toDeployment = (service: string): Workload => `deployment/${service}`

/** The services that the next version changes: first the consumer of its events, then their producer. */
const SERVICES = ['notify', 'posts']

/** Builds the next version of the changed services from their images, and copies it to the nodes. */
export async function buildNextVersion(loadImages: LoadImages): Promise<void> {
  for (const service of SERVICES) {
    const folder = await mkdtemp(join(tmpdir(), 'meadow-next-'))
    const changes = NEXT_VERSION.filter(
      ({ file }) => /^packages\//.test(file) || file.startsWith(`services/${service}/`),
    )
    for (const change of changes) {
      await mkdir(dirname(join(folder, change.file)), { recursive: true })
      if ('find' in change) await copyFile(join(ROOT, change.file), join(folder, change.file))
    }
    applySourceChanges(folder, changes)
    await writeFile(join(folder, 'Dockerfile'), `FROM ${toImage(service)}\nCOPY . /meadow/\n`)
    await runProgram('chmod', ['-R', 'a+rX', folder])
    await runProgram('docker', ['build', '--quiet', '--tag', toNextImage(service), folder])
    await rm(folder, { recursive: true })
  }
  await loadImages(SERVICES.map(toNextImage))
}

type TwoVersionsDeps = { load: ProductLoad; product: Product; minutes: number; note: (finding: string) => void }

/**
 * Migrates to the next version, updates the consumers, and stops the update of posts half-way: instances of both versions
 * serve for some minutes. Then completes the update, and takes it back.
 */
export async function runTwoVersions({ load, product, minutes, note }: TwoVersionsDeps): Promise<void> {
  const stack = { postgresUrl: () => product.postgresUrl }
  await migrateToNextVersion()
  await setImage('deployment/notify', toNextImage('notify'))
  await waitForRollout('deployment/notify')
  await using update = await beginUpdate('posts')
  const before = { posts: load.history.posts.size, failed: load.failed.length }
  await delay(minutes * 60_000)
  const { newColumnValues } = await readNextVersionData(stack)
  const posts = load.history.posts.size - before.posts
  note(
    `${minutes} minutes with ${update.current} pods of posts of the current version and ${update.next} of the next one: ${posts} posts more, ${newColumnValues} by the next version, ${load.failed.length - before.failed} failed requests`,
  )
  if (newColumnValues === 0 || newColumnValues >= load.history.posts.size)
    throw new Error('One of the versions served nothing')
  await update[Symbol.asyncDispose]()
  await waitForRollout(toDeployment('posts'))
  const data = await readNextVersionData(stack)
  for (const service of SERVICES.toReversed()) {
    await kubectl('rollout', 'undo', toDeployment(service))
    await waitForRollout(toDeployment(service))
  }
  note(`updated, then back to the current version; the next one left ${JSON.stringify(data)}`)
  const missing = findMissingData(data)
  if (missing.length > 0) throw new Error(missing.join('\n'))
}

type Job = {
  metadata: object
  spec: { template: { metadata: { labels: Record<string, string> }; spec: { containers: { image: string }[] } } }
}

/** Repeats the migration of posts with the image of the next version. */
async function migrateToNextVersion(): Promise<void> {
  const { spec } = await readResource<Job>('job', 'posts-migration')
  const { labels } = spec.template.metadata
  const ownLabels = Object.fromEntries(Object.entries(labels).filter(([name]) => name.startsWith('app.kubernetes.io/')))
  const containers = spec.template.spec.containers.map((container) => ({ ...container, image: toNextImage('posts') }))
  const template = { metadata: { labels: ownLabels }, spec: { ...spec.template.spec, containers } }
  await kubectl('delete', 'job', 'posts-migration-next', '--ignore-not-found')
  await applyManifests({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'posts-migration-next' },
    spec: { backoffLimit: 6, template },
  })
  await kubectl('wait', '--for=condition=complete', 'job/posts-migration-next', '--timeout=180s')
}

/** A paused update with the numbers of ready pods of both versions. Its disposal resumes it, also after an error. */
type PausedUpdate = AsyncDisposable & { current: number; next: number }

/** Begins an update and pauses it as soon as there is a new pod. */
async function beginUpdate(service: string): Promise<PausedUpdate> {
  const workload = toDeployment(service)
  await setImage(workload, toNextImage(service))
  await waitUntil(async () => {
    if (!(await listPodsOf(workload)).some(isOfNextVersion)) throw new Error('There is no pod of the next version')
  })
  await kubectl('rollout', 'pause', workload)
  await using paused = new AsyncDisposableStack()
  paused.defer(async () => void (await kubectl('rollout', 'resume', workload)))
  const counts = await waitUntil(async () => {
    const ready = (await listPodsOf(workload)).filter(isReady)
    const next = ready.filter(isOfNextVersion).length
    if (next === 0 || next === ready.length) throw new Error(`${next} of ${ready.length} pods are of the next version`)
    return { current: ready.length - next, next }
  })
  const update = paused.move()
  return { ...counts, [Symbol.asyncDispose]: () => update.disposeAsync() }
}

const isOfNextVersion = ({ spec }: Pod): boolean => spec.containers[0]?.image.endsWith(':next') ?? false
