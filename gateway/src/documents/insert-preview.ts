import escapeHtml from 'escape-html'
import type { PagePreview } from './page-preview.ts'

/** Previews show one to three lines. */
const MAX_DESCRIPTION_LENGTH = 300

/**
 * Inserts a preview into the document of the shell: tags of the Open Graph protocol (ogp.me), and the content for browsers
 * without scripts. `url` is the address of the page.
 */
export function insertPreview(document: string, preview: PagePreview, url: URL): string {
  return document
    .replace(/<title>.*?<\/title>/s, () => `<title>${escapeHtml(toDocumentTitle(preview))}</title>`)
    .replace('</head>', () => `${toHead(preview, url)}</head>`)
    .replace('<noscript>', () => `<noscript>${toArticle(preview)}`)
}

const toDocumentTitle = ({ title, type, text }: PagePreview) =>
  type === 'article' && text ? `${title}: ${shorten(text, 60)} · Meadow` : `${title} · Meadow`

function toHead({ title, text, type, publishedAt, picture, feed }: PagePreview, url: URL): string {
  const address = `${url.origin}${url.pathname}`
  const properties: Record<string, string | number | undefined> = {
    'og:site_name': 'Meadow',
    'og:type': type,
    'og:title': title,
    'og:description': shorten(text, MAX_DESCRIPTION_LENGTH),
    'og:url': address,
    'og:image': picture && new URL(picture.path, url).href,
    'og:image:alt': picture?.alt,
    'og:image:width': picture?.width,
    'og:image:height': picture?.height,
    'article:published_time': publishedAt,
    'twitter:card': picture && type === 'article' ? 'summary_large_image' : 'summary',
  }
  const tags = Object.entries(properties).flatMap(([property, content]) =>
    content ? `<meta property="${property}" content="${escapeHtml(String(content))}">` : [],
  )
  tags.push(`<link rel="canonical" href="${escapeHtml(address)}">`)
  if (feed)
    tags.push(
      `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(title)}" href="${escapeHtml(feed)}">`,
    )
  return tags.join('')
}

function toArticle({ title, text, picture }: PagePreview): string {
  const paragraphs = text
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => `<p>${escapeHtml(line)}</p>`)
  const image = picture ? `<img src="${escapeHtml(picture.path)}" alt="${escapeHtml(picture.alt)}">` : ''
  return `<article><h1>${escapeHtml(title)}</h1>${paragraphs.join('')}${image}</article>`
}

/** Puts a text on one line, and cuts it between words. */
function shorten(text: string, maxLength: number): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  if (line.length <= maxLength) return line
  return `${line.slice(0, maxLength).replace(/\s?\S*$|[\ud800-\udbff]$/u, '')}…`
}
