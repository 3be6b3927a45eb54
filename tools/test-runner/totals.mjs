import { writeFileSync } from 'node:fs'

/**
 * Prints the totals of a run, or writes them to a file for the runner, which adds up several runs.
 * @param {import('./test-runs.mjs').Result} totals
 */
export function reportRunTotals(totals) {
  const file = process.env.TEST_TOTALS_FILE
  if (file) writeFileSync(file, JSON.stringify(totals))
  else process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`)
}
