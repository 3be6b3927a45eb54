import { parseArgs } from 'node:util'

/** The checks during which members use the product. Then all its data is compared with the responses, so it must be new. */
const LOAD_CHECK_NAMES = ['control', 'updates', 'versions', 'drain', 'bad-image', 'autoscaling', 'kill'] as const
const OTHER_CHECK_NAMES = ['security', 'journey', 'policies', 'frontend', 'bad-input'] as const

/** The names of the checks that a run can choose. */
const CHECK_NAMES = [...LOAD_CHECK_NAMES, ...OTHER_CHECK_NAMES]
export type CheckName = (typeof CHECK_NAMES)[number]

export type RunOptions = {
  /** The context of the kubeconfig that names the cluster. */
  context: string
  /** The command that copies images to the nodes; their names are appended. Empty: the nodes have them. */
  load: string
  seed: number
  /** The time for which two versions of a service run side by side. */
  minutes: number
  /** The checks to run. Empty: all of them. */
  only: CheckName[]
  /** Uses the product that an earlier run has deployed, for checks without load. */
  reuse: boolean
}

/** Parses the arguments of the command. @throws if one is invalid */
export function parseRunOptions(args: string[]): RunOptions {
  const { values } = parseArgs({
    args,
    options: {
      context: { type: 'string', default: '' },
      load: { type: 'string', default: '' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      minutes: { type: 'string', default: '2' },
      only: { type: 'string', default: '' },
      reuse: { type: 'boolean', default: false },
    },
  })
  const { context, load, reuse } = values
  if (context === '') throw new Error('--context NAME must name the cluster, as `kubectl config get-contexts` lists it')
  const [seed, minutes] = [Number(values.seed), Number(values.minutes)]
  if (!(seed >= 0) || !(minutes > 0)) throw new Error('--seed and --minutes must be numbers')
  const only = values.only.split(',').filter(Boolean).map(parseCheckName)
  if (reuse && !(only.length > 0 && only.every(isWithoutLoad)))
    throw new Error(`--reuse needs --only with some of ${OTHER_CHECK_NAMES.join(', ')}: the others need a new product`)
  return { context, load, seed, minutes, only, reuse }
}

const isWithoutLoad = (name: CheckName): boolean => OTHER_CHECK_NAMES.some((other) => other === name)

function parseCheckName(text: string): CheckName {
  const name = CHECK_NAMES.find((known) => known === text)
  if (!name) throw new Error(`There is no check '${text}', but ${CHECK_NAMES.join(', ')}`)
  return name
}
