import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EXPECTED_LOG_LINES, type ExpectedLogLine } from './expected-log-lines.ts'

const PINO_WARN = 40
/** A warning or an error of PostgreSQL, and what Node and programs print beside their log. */
const TEXT_PROBLEM = /\b(?:WARNING|ERROR|FATAL|PANIC)\b|(?:Error|Warning)\b/

/** A warning or an error in the log of a process. */
export type LogProblem = { process: string; line: string }

/**
 * Lists the warnings and errors in the logs of a product that are not in `EXPECTED_LOG_LINES`, nor expected by the test that
 * injects the fault.
 */
export async function findLogProblems(
  dataDir: string,
  expected: readonly ExpectedLogLine[] = [],
): Promise<LogProblem[]> {
  const folder = join(dataDir, 'logs')
  const problems: LogProblem[] = []
  for (const file of (await readdir(folder)).toSorted()) {
    const process = file.replace(/\.log.*$/, '')
    const lines = (await readFile(join(folder, file), 'utf8')).split('\n')
    problems.push(...lines.filter(isProblem).map((line) => ({ process, line })))
  }
  return problems.filter((problem) => ![...EXPECTED_LOG_LINES, ...expected].some((one) => isExpected(problem, one)))
}

/** Returns true for a line of a warning or an error. The lines of our processes are JSON with the levels of pino. */
function isProblem(line: string): boolean {
  if (!line.startsWith('{')) return TEXT_PROBLEM.test(line)
  try {
    return JSON.parse(line).level >= PINO_WARN
  } catch {
    return true // a line that a kill has cut off, or two processes have mixed
  }
}

const isExpected = ({ process, line }: LogProblem, { processes, text }: ExpectedLogLine): boolean =>
  text.test(line) && (!processes || processes.includes(process.replace(/-\d+$/, '')))

/** @throws Error that lists the unexpected warnings and errors in the logs of `product`, if there are any */
export async function assertLogsClean(
  product: string,
  dataDir: string,
  expected: readonly ExpectedLogLine[] = [],
): Promise<void> {
  const problems = await findLogProblems(dataDir, expected)
  if (problems.length === 0) return
  const counted = new Map<string, number>()
  for (const { process, line } of problems) {
    const kind = `${process}: ${toKind(line)}`
    counted.set(kind, (counted.get(kind) ?? 0) + 1)
  }
  const first = problems.slice(0, MAX_SHOWN_LINES).map(({ process, line }) => `  ${process}: ${line.slice(0, 2_000)}`)
  const kinds = [...counted].map(([kind, count]) => `  ${count} x ${kind}`)
  throw new Error(
    [
      `Unexpected warnings or errors in the logs of ${product}. Mend their cause, or add them with a reason to`,
      'tools/testing/src/product/expected-log-lines.ts:',
      ...kinds,
      'The first of them:',
      ...first,
    ].join('\n'),
  )
}

const MAX_SHOWN_LINES = 20

/** Returns the message and the error of a line, without ids and times. */
function toKind(line: string): string {
  try {
    const { msg, event, reason, err, statusCode, route } = JSON.parse(line)
    return [msg, event, reason, statusCode, route, err?.message].filter((part) => part !== undefined).join(' | ')
  } catch {
    return line.replace(/\d+/g, '0').slice(0, 200)
  }
}
