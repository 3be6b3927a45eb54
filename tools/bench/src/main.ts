import { writeFile } from 'node:fs/promises'
import { type BenchOptions, parseBenchOptions } from './options.ts'
import { printResult } from './results/print-result.ts'
import { type BenchResult, readRecordedResults, recordResults } from './results/recorded-results.ts'
import { readMachine, runBenchmark } from './results/run-benchmark.ts'

const EXIT_CODE = { worthless: 1, invalidUsage: 2, worse: 3 }

try {
  process.exitCode = await runBenchmarks(parseBenchOptions(process.argv.slice(2), process.env))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = EXIT_CODE.invalidUsage
}

/** Runs the benchmarks one after the other. Returns the exit code. */
async function runBenchmarks({ names, jsonFile, isRecording, scenarioOptions }: BenchOptions): Promise<number> {
  const machine = await readMachine()
  const recorded = readRecordedResults()
  const results: BenchResult[] = []
  let worse = 0
  for (const name of names) {
    const result = await runBenchmark(name, { machine, options: scenarioOptions })
    results.push(result)
    worse += printResult(result, recorded).length
    if (jsonFile) await writeFile(jsonFile, `${JSON.stringify({ machine, results }, undefined, 2)}\n`) // after each: a run takes an hour
  }
  if (isRecording) console.log(`Recorded: ${(await recordResults(results)).join(', ') || 'nothing'}`)
  if (results.some(({ problems }) => problems.length > 0)) return EXIT_CODE.worthless
  return worse > 0 ? EXIT_CODE.worse : 0
}
