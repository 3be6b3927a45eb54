/** A line of docs/retention.md: a table or collection, in the section of its service, and what bounds it. */
type RetentionLine = { section: string; name: string; bound: string }

/** Reads the lines of the tables in docs/retention.md whose first cell is a name in backticks. */
export function readRetentionLines(markdown: string): RetentionLine[] {
  let section = ''
  return markdown.split('\n').flatMap((line) => {
    section = /^## (.+)$/.exec(line)?.[1] ?? section
    const [, name, bound = ''] = /^\| `(\w+)` +\| (.*?) *\|$/.exec(line) ?? []
    return name === undefined ? [] : [{ section, name, bound }]
  })
}
