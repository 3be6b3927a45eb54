import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ALL_BENCHMARKS, SCENARIOS } from './scenarios.ts'

export type BenchOptions = {
  names: readonly string[]
  /** The file for all results. */
  jsonFile: string | undefined
  /** Records the results as those to compare with. */
  isRecording: boolean
  /** The options of the benchmarks themselves. */
  scenarioOptions: readonly string[]
}

const USAGE = `npm run bench -- NAME | all [--only NAME,NAME] [--json FILE] [--record] [--engines] [--minutes NUMBER]
NAME: ${Object.keys(SCENARIOS).join(' ')}`

/** Parses the options of `npm run bench`. @throws Error with the usage if they are invalid */
export function parseBenchOptions(args: readonly string[], environment: NodeJS.ProcessEnv): BenchOptions {
  const { values, positionals } = parse(args)
  const [name = '', ...others] = positionals
  const names = name === 'all' ? (values.only?.split(',') ?? ALL_BENCHMARKS) : [name]
  const unknown = [...names.filter((candidate) => !Object.hasOwn(SCENARIOS, candidate)), ...others]
  if (unknown.length > 0 || (values.only !== undefined && name !== 'all')) throw new Error(`Usage: ${USAGE}`)
  const callerDir = environment['INIT_CWD'] ?? process.cwd() // npm changes the working directory
  return {
    names,
    jsonFile: values.json === undefined ? undefined : resolve(callerDir, values.json),
    isRecording: values.record ?? false,
    scenarioOptions: [
      ...(values.engines ? ['--engines'] : []),
      ...(values.minutes === undefined ? [] : ['--minutes', values.minutes]),
    ],
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        only: { type: 'string' },
        json: { type: 'string' },
        record: { type: 'boolean' },
        engines: { type: 'boolean' },
        minutes: { type: 'string' },
      },
    })
  } catch (cause) {
    throw new Error(`${(cause as Error).message}\nUsage: ${USAGE}`, { cause })
  }
}
