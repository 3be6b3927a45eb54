import { cutText } from '@meadow/contracts/cut-text'
import escapeHtml from 'escape-html'
import type { PagePreview } from './page-preview.ts'

/** Other products show one to three lines of a description, and part of a title. In characters. */
const MAX_DESCRIPTION_LENGTH = 300
const MAX_TITLE_TEXT_LENGTH = 60

/**
 * Inserts a preview into `shell`, the document of the shell: tags of the Open Graph protocol (ogp.me), and the content for browsers
 * without scripts. `url` is the address of the page.
 */
export function insertPreview(shell: string, preview: PagePreview, url: URL): string {
  return shell
    .replace(/<title>.*?<\/title>/s, () => `<title>${escapeHtml(toDocumentTitle(preview))}</title>`)
    .replace('</head>', () => `${toHead(preview, url)}</head>`)
    .replace('<noscript>', () => `<noscript>${toArticle(preview)}`)
}

const toDocumentTitle = ({ title, type, text }: PagePreview) =>
  type === 'article' && text ? `${title}: ${shorten(text, MAX_TITLE_TEXT_LENGTH)} · Meadow` : `${title} · Meadow`

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

/** Puts a text on one line, and cuts it: before the word that continues there, unless that takes half of it, as in scripts without spaces. */
function shorten(text: string, maxLength: number): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  if (line.length <= maxLength) return line
  const cut = cutText(line, maxLength)
  const words = cut.replace(/\S+$/u, '').trimEnd()
  return `${words.length < cut.length / 2 ? cut : words}…`
}
