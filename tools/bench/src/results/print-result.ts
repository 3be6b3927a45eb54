import { formatFigure } from '../measure/report.ts'
import { type Change, listChanges } from './changes.ts'
import { toPercent } from './conditions.ts'
import { type BenchResult, isSameMachine, type RecordedResults } from './recorded-results.ts'

/** Prints the state of the machine, the missed targets and what has changed. Returns the changes for the worse. */
export function printResult(result: BenchResult, recordedResults: RecordedResults): Change[] {
  const { bench, seconds, conditions, problems, rows, machine } = result
  const { loadAverage, othersShare, stolenShare } = conditions
  console.log(
    `${bench}: ${seconds} s; load ${loadAverage.before} before, ${loadAverage.highest} at most, ${loadAverage.after} after; ` +
      `other work ${toPercent(othersShare)}, stolen ${toPercent(stolenShare)}`,
  )
  if (problems.length > 0) {
    console.log(`${bench}: worthless, because ${problems.join(', and ')}`)
    return []
  }
  const missed = rows.filter(({ isReached }) => isReached === false)
  for (const { metric, target } of missed) console.log(`${bench}: misses ${metric} ${target}`)
  const recorded = recordedResults[bench]
  if (!recorded) {
    console.log(`${bench}: nothing is recorded to compare with`)
    return []
  }
  const changes = listChanges(rows, recorded.rows, isSameMachine(machine, recorded.machine))
  if (changes.length === 0) console.log(`${bench}: no figure has changed by more than the noise since ${recorded.at}`)
  else console.table(changes.map(toTableRow))
  return changes.filter(({ verdict }) => verdict === 'worse')
}

const toTableRow = ({ metric, recorded, now, verdict }: Change) => ({
  metric,
  recorded: formatFigure(recorded),
  now: formatFigure(now),
  verdict,
})
