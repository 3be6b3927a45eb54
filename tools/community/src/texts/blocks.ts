/** The blocks of a text, which empty lines divide, as their lines. */
export const blocksOf = (text: string): string[][] =>
  text
    .split(/\n\s*\n/)
    .map((block) => block.split('\n').filter((line) => line.trim() !== ''))
    .filter((lines) => lines.length > 0)

/** What `pattern` finds at the beginning of a line. @throws Error that shows the line */
export function matchLine(pattern: RegExp, line: string): Record<string, string | undefined> {
  const found = pattern.exec(line)
  if (!found) throw new Error(`Not understood: ${line}`)
  return found.groups ?? {}
}
