/** Formats a Markdown table with aligned columns, as the formatter does. A cell may have any text on one line. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = head.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column]?.length ?? 0)))
  const format = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => cells[column]?.padEnd(width)).join(' | ')} |`
  const [first = [], ...others] = lines
  return [format(first), format(widths.map((width) => '-'.repeat(width))), ...others.map(format)].join('\n')
}

export const formatCode = (text: string): string => `\`${text}\``
