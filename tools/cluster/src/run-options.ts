import { parseArgs } from 'node:util'

/** The names of the checks that a run can choose. */
const CHECK_NAMES = [
  'control',
  'updates',
  'versions',
  'drain',
  'bad-image',
  'autoscaling',
  'kill',
  'security',
  'journey',
  'policies',
  'names',
  'frontend',
  'bad-input',
] as const
export type CheckName = (typeof CHECK_NAMES)[number]

export type RunOptions = {
  seed: number
  /** The time for which two versions of a service run side by side. */
  minutes: number
  /** The checks to run. Empty: all of them. */
  only: CheckName[]
  /** Uses the product that an earlier run has deployed. */
  reuse: boolean
}

/** Parses the arguments of the command. @throws if one is invalid */
export function parseRunOptions(args: string[]): RunOptions {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      minutes: { type: 'string', default: '2' },
      only: { type: 'string', default: '' },
      reuse: { type: 'boolean', default: false },
    },
  })
  const [seed, minutes] = [Number(values.seed), Number(values.minutes)]
  if (!(seed >= 0) || !(minutes > 0)) throw new Error('--seed and --minutes must be numbers')
  const only = values.only.split(',').filter(Boolean).map(parseCheckName)
  return { seed, minutes, only, reuse: values.reuse }
}

function parseCheckName(text: string): CheckName {
  const name = CHECK_NAMES.find((known) => known === text)
  if (!name) throw new Error(`There is no check '${text}', but ${CHECK_NAMES.join(', ')}`)
  return name
}
