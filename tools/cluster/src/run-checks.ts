import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { scaleByLoad } from './checks/autoscaling.ts'
import { buildBrokenImage, rollOutBrokenImage } from './checks/bad-image.ts'
import { checkBadInputs } from './checks/bad-input.ts'
import { evictPods } from './checks/evictions.ts'
import { buildNextFrontend, updateFrontend } from './checks/frontend-update.ts'
import { killPod } from './checks/killed-pod.ts'
import { completeMemberJourney } from './checks/member-journey.ts'
import { checkNetworkPolicies } from './checks/network-policies.ts'
import { checkPodSecurity } from './checks/pod-security.ts'
import { updateWorkloads } from './checks/rolling-updates.ts'
import { buildNextVersion, runTwoVersions } from './checks/two-versions.ts'
import { scaleWorkload, type Workload } from './cluster/deployments.ts'
import { kubectl, NAMESPACE } from './cluster/kubectl.ts'
import { deleteOwnNamespace } from './cluster/namespaces.ts'
import { deployEngines, deployProduct, openProduct, runMigrations } from './deploy/deploy.ts'
import { createLoadImages, type LoadImages, loadProductImages } from './deploy/images.ts'
import { type Product, type ProductLoad, runProductLoad, runWithoutFailures } from './load/product-load.ts'
import type { CheckName, RunOptions } from './run-options.ts'
import { createTranscript, type Transcript } from './transcript.ts'

const RUNS_FOLDER = resolve(import.meta.dirname, '../../../.cache/cluster')
/** The workloads that run with two instances, in the order of an update. */
const WORKLOADS: readonly Workload[] = [
  'deployment/auth',
  'deployment/social',
  'deployment/posts',
  'deployment/notify',
  'statefulset/chat',
  'deployment/gateway',
]

const CONTROL_MS = 60_000

type Note = (finding: string) => void
type CheckRun = Omit<RunOptions, 'load'> & {
  check: Transcript['check']
  product: Product
  folder: string
  loadImages: LoadImages
}

/** Deploys the product and runs the checks, each as a line with its seconds. Returns whether all succeeded. */
export async function runChecks(options: RunOptions): Promise<boolean> {
  const folder = join(RUNS_FOLDER, new Date().toISOString().replaceAll(':', '-'))
  mkdirSync(folder, { recursive: true })
  console.log(`Seed ${options.seed}; requests are recorded in ${folder}`)
  const { check, end } = createTranscript()
  const loadImages = createLoadImages(options.load)
  if (!options.reuse && !(await deploy(check, loadImages))) return end()
  await using product = await openProduct()
  const run: CheckRun = { ...options, check, product, folder, loadImages }
  await runChecksUnderLoad(run)
  await runOtherChecks(run)
  return end()
}

/** Deploys a new product in place of that of an earlier run. Returns whether it is ready. */
const deploy = async (check: Transcript['check'], loadImages: LoadImages): Promise<boolean> =>
  (await check('the cluster answers', async (note) => note((await kubectl('version')).trim()))) &&
  (await check('the nodes have the images of the product', async (note) =>
    note(`${(await loadProductImages(loadImages)).length} images`),
  )) &&
  (await check('PostgreSQL is ready under the restricted profile', async () => {
    await deleteOwnNamespace(NAMESPACE)
    await deployEngines()
  })) &&
  (await check('jobs migrate the databases', async (note) => note((await runMigrations()).trim()))) &&
  (await check('every pod is ready under the restricted profile', async (note) => {
    note((await deployProduct()).join(', '))
  })) &&
  (await check('each service and the gateway have two instances', async () => {
    await Promise.all(WORKLOADS.map((workload) => scaleWorkload(workload, 2)))
  }))

/** Runs the checks during which members use the product, and then compares all data with the responses. */
async function runChecksUnderLoad(run: CheckRun): Promise<void> {
  const { check, product, minutes, only, seed, folder, loadImages } = run
  const checks: [name: CheckName, title: string, action: (load: ProductLoad, note: Note) => Promise<void>][] = [
    [
      'control',
      'the same load for a minute without any change: how many requests a busy machine fails by itself',
      async (load, note) => {
        await delay(CONTROL_MS)
        note(`${load.history.operations} writes, ${load.failed.length} failed requests`)
      },
    ],
    [
      'updates',
      'all pods are replaced under load, and no request fails',
      (load, note) => runWithoutFailures(load, () => updateWorkloads(load, WORKLOADS, note)),
    ],
    [
      'versions',
      'two versions of a service serve side by side, and no request fails',
      async (load, note) => {
        await buildNextVersion(loadImages)
        await runWithoutFailures(load, () => runTwoVersions({ load, product, minutes, note }))
      },
    ],
    [
      'drain',
      'all pods are evicted one by one, as from a drained node, and no request fails',
      (load, note) => runWithoutFailures(load, () => evictPods(WORKLOADS, note)),
    ],
    [
      'bad-image',
      'a version that never becomes ready leaves the old one serving',
      async (load, note) => {
        await buildBrokenImage(loadImages)
        await runWithoutFailures(load, () => rollOutBrokenImage(note))
      },
    ],
    [
      'autoscaling',
      'the autoscaler adds a pod under load',
      (load, note) => runWithoutFailures(load, () => scaleByLoad('posts', note)),
    ],
    [
      'kill',
      'a process of each workload is killed and comes back',
      async (load, note) => {
        for (const workload of WORKLOADS) await killPod(load, workload, note)
      },
    ],
  ]
  const chosen = checks.filter(([name]) => isChosen(name, only))
  if (chosen.length === 0) return
  const names = chosen.map(([name]) => name).join(', ')
  await check(`all data agrees with the responses after ${names}`, async (note) => {
    const historyFile = join(folder, 'history.jsonl')
    const result = await runProductLoad(product, { seed, historyFile }, async (load) => {
      for (const [, title, action] of chosen) await check(title, (addNote) => action(load, addNote))
    })
    const { operations, reads, pushes, failed, violations } = result
    note(`${operations} writes, ${reads} reads, ${pushes} pushes, ${failed} failed requests`)
    if (violations.length > 0) throw new Error(violations.join('\n'))
  })
}

async function runOtherChecks({ check, product, only, loadImages }: CheckRun): Promise<void> {
  const checks: [name: CheckName, title: string, action: (note: Note) => Promise<void>][] = [
    ['security', 'a pod without restrictions is refused', checkPodSecurity],
    [
      'journey',
      'two members sign up, post, follow and chat through the Service of the gateway',
      (note) => completeMemberJourney(product.url, note),
    ],
    ['policies', 'network policies allow what the product needs, and nothing else', checkNetworkPolicies],
    [
      'frontend',
      'no hashed file is missing while a front end is updated',
      async (note) => {
        await buildNextFrontend(loadImages)
        await updateFrontend(product.url, note)
      },
    ],
    ['bad-input', 'a pod with a bad configuration says so in one line', checkBadInputs],
  ]
  for (const [name, title, action] of checks) if (isChosen(name, only)) await check(title, action)
}

const isChosen = (name: CheckName, only: readonly CheckName[]) => only.length === 0 || only.includes(name)
