import { writeFileSync } from 'node:fs'

/** Prints the totals of a run, or writes them to a file for the runner, which adds up several runs. */
export function reportRunTotals({ passed, failed }) {
  const file = process.env.TEST_TOTALS_FILE
  if (file) writeFileSync(file, JSON.stringify({ passed, failed }))
  else process.stdout.write(`${passed} passed, ${failed} failed\n`)
}
