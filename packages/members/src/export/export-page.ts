import type { OwnDataItem } from '../own-data.ts'

const STYLE = `body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;color:#1c211e;background:#fff}
article{padding:1rem 0;border-top:1px solid #d5dbd7}dl{display:grid;grid-template-columns:minmax(7rem,max-content) 1fr;gap:.2rem 1rem;margin:0}
dt{color:#5b655f}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}img{max-width:100%;max-height:24rem}
@media(prefers-color-scheme:dark){body{color:#e8ece9;background:#151a17}article{border-color:#38403b}dt{color:#a3ada7}a{color:#8fd0a9}}`

/** Escapes a text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Returns the name of a kind or a field as a reader sees it: 'Push subscriptions' for `pushSubscriptions`. */
export const toReadableName = (name: string): string => {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Renders a whole page of an export. It runs no script and loads nothing but the pictures beside it. `body` is HTML. */
export const renderExportDocument = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1>
${body}
</body></html>
`

const isPicture = (value: string) => /^media\/[\w-]+\.webp$/.test(value)

function renderValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(renderValue).join(value.some((one) => Object(one) === one) ? '' : '<br>')
  if (value instanceof Date) return `<time datetime="${value.toISOString()}">${value.toUTCString()}</time>`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Object(value) === value) return renderItem(value as OwnDataItem)
  const text = escapeHtml(String(value))
  return isPicture(text) ? `<a href="${text}"><img src="${text}" alt="" loading="lazy"></a>` : text
}

const hasValue = ([, value]: [string, unknown]) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

const renderItem = (item: OwnDataItem): string =>
  `<dl>${Object.entries(item)
    .filter(hasValue)
    .map(([name, value]) => `<dt>${escapeHtml(toReadableName(name))}</dt><dd>${renderValue(value)}</dd>`)
    .join('')}</dl>`

/** Renders a page with things of one kind, for people. */
export const renderExportPage = (kind: string, items: readonly OwnDataItem[]): string =>
  renderExportDocument(
    toReadableName(kind),
    `<p><a href="../index.html">All your data</a></p>
${items.map((item) => `<article>${renderItem(item)}</article>`).join('\n')}`,
  )
