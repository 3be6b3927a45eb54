import { formatCode, formatTable } from '../table.ts'
import type { CatalogueEntry, TextCatalogue } from '../texts/catalogues.ts'

const HEAD = ['Key', 'Text', 'Placeholders']

/** Renders the texts that members read: a table for each front end and package. */
export function renderTextsPage(catalogues: readonly TextCatalogue[]): string {
  const sections = catalogues.map(({ folder, file, entries }) => {
    const rows = [...entries].map(([key, entry]) => [formatCode(key), formatEntry(entry), formatPlaceholders(entry)])
    return `## ${folder}\n\n${entries.size} texts in [\`${file}\`](../${file}).\n\n${formatTable(HEAD, rows)}\n`
  })
  return `# Texts

Written from the code by \`npm run documents\`: do not edit. All texts that members read, in one place, so that they can be
reviewed in one sitting. Two forms are those of one and of several. The legal pages are in
[\`frontends/shell/src/features/legal\`](../frontends/shell/src/features/legal/default-notices.ts).

${sections.join('\n')}`
}

const listForms = (entry: CatalogueEntry): string[] => (typeof entry === 'string' ? [entry] : [entry.one, entry.other])

const formatEntry = (entry: CatalogueEntry): string =>
  listForms(entry)
    .map((text) => formatCode(text.replaceAll('\n', ' ').replaceAll('`', "'")))
    .join(' / ')

function formatPlaceholders(entry: CatalogueEntry): string {
  const names = listForms(entry).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))
  const count = typeof entry === 'string' ? [] : ['count']
  return [...new Set([...count, ...names])].map(formatCode).join(', ')
}
