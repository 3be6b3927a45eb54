import { basename } from 'node:path'
import { formatTable } from '../table.ts'

const FILE = /^docs\/adr\/\d{4}-[\w-]+\.md$/
const HEADING = /^# (\d+)\. (.+) \((.+), (\d{4}-\d{2}-\d{2})\)\n/

/** Generates the index of the decisions. @throws if one does not start with its number, title, state and date */
export function renderDecisionsPage(texts: ReadonlyMap<string, string>): string {
  const rows = [...texts]
    .filter(([file]) => FILE.test(file))
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([file, text]) => {
      const [, number = '', title = '', state = '', since = ''] = HEADING.exec(text) ?? []
      if (Number(number) !== Number.parseInt(basename(file), 10))
        throw new Error(`${file} must start like '# 4. A title (accepted, 2026-01-31)'`)
      return [number, `[${title}](${basename(file)})`, state, since]
    })
  return `# Decisions

The architecture decisions, each with the rejected alternatives.

${formatTable(['#', 'decision', 'state', 'since'], rows)}
`
}
