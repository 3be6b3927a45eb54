import { basename } from 'node:path'
import { table } from '../table.ts'

const FILE = /^docs\/adr\/\d{4}-[\w-]+\.md$/
const HEADING = /^# (\d+)\. (.+) \((.+), (\d{4}-\d{2}-\d{2})\)\n/

/** The index of all decisions among `texts`. @throws when one does not begin with its number, title, state and date */
export function decisionsPage(texts: ReadonlyMap<string, string>): string {
  const rows = [...texts]
    .filter(([file]) => FILE.test(file))
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([file, text]) => {
      const [, number = '', title = '', state = '', since = ''] = HEADING.exec(text) ?? []
      if (Number(number) !== Number.parseInt(basename(file), 10))
        throw new Error(`${file} does not begin like '# 4. A title (accepted, 2026-01-31)'`)
      return [number, `[${title}](${basename(file)})`, state, since]
    })
  return `# Decisions

Short records of architecture decisions, each with the alternatives that were not chosen.

${table(['#', 'decision', 'state', 'since'], rows)}
`
}
