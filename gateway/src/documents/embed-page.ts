import { createHash } from 'node:crypto'
import { calls } from '@meadow/contracts'
import escapeHtml from 'escape-html'
import * as z from 'zod'

/** Only the fields of a post that the page shows: the posts service may be older or newer than the gateway. */
const { user, content, createdAt, pictures, pictureCover, language } = calls.getPost.response.shape
const Author = user.pick({ username: true, fullName: true })
const Picture = pictures.element.pick({ url: true, alt: true, width: true, height: true })
const Video = z.object({ poster: Picture.pick({ url: true, width: true, height: true }).nullable() })
const QuotedPost = z.object({ user: Author, content })
export const EmbeddedPost = z.object({
  _id: calls.getPost.response.shape._id,
  user: Author,
  content,
  createdAt,
  pictures: z.array(Picture),
  video: Video.optional(),
  pictureCover,
  language,
  quotedPost: QuotedPost.nullish(),
})
type EmbeddedPost = z.infer<typeof EmbeddedPost>

/** The colours of the product (packages/ui), light and dark. Long words break, and a long post scrolls. */
const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 Figtree, system-ui, sans-serif }
* { box-sizing: border-box }
body {
  margin: 0; padding: 16px; overflow-wrap: anywhere;
  background: light-dark(oklch(1 0 0), oklch(0.215 0.014 165)); color: light-dark(oklch(0.235 0.022 160), oklch(0.945 0.008 130));
}
a { color: light-dark(oklch(0.435 0.105 153), oklch(0.84 0.13 150)) }
main { max-width: 600px; margin: auto }
h1 { margin: 0; font: inherit }
h1 a, blockquote a { color: inherit; font-weight: 600; text-decoration: none }
footer { margin-top: 12px }
footer a { padding-block: 4px }
h1 span, blockquote span, footer, .note { color: light-dark(oklch(0.455 0.02 155), oklch(0.755 0.014 140)) }
p { margin: 12px 0; white-space: pre-wrap }
blockquote { margin: 12px 0; padding: 0 12px; border-inline-start: 3px solid light-dark(oklch(0.915 0.012 135), oklch(0.305 0.016 165)) }
img { display: block; max-width: 100%; height: auto; margin: 12px 0; border-radius: 12px }
footer { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px; font-size: 0.875rem }
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/**
 * The headers of the page. Every site may frame it, so it can do nothing: it has no scripts and forms, and gets no cookies. A site that
 * isolates itself (`Cross-Origin-Embedder-Policy`) may frame it too.
 */
export const EMBED_HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "img-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    'frame-ancestors *',
  ].join('; '),
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'no-cache',
}

/** Returns the page of a post for frames of other sites; `origin` is that of this installation. */
export function toEmbedPage(post: EmbeddedPost, origin: string): string {
  const address = `${origin}/post/${post._id}`
  const date = post.createdAt.slice(0, 'yyyy-mm-dd'.length)
  const body = [
    `<article${post.language ? ` lang="${escapeHtml(post.language)}"` : ''}>`,
    `<header><h1>${toAuthor(post.user, origin)}</h1></header>`,
    toText(post.content),
    post.quotedPost
      ? `<blockquote>${toAuthor(post.quotedPost.user, origin)}${toText(post.quotedPost.content)}</blockquote>`
      : '',
    toPictures(post),
    toVideo(post, address),
    '</article>',
    `<footer><time datetime="${escapeHtml(post.createdAt)}">${escapeHtml(date)}</time>${toLink(address, 'Open on Meadow')}</footer>`,
  ]
  return toDocument(toName(post.user), body.join(''), `<link rel="canonical" href="${escapeHtml(address)}">`)
}

/** Returns the page for a post that guests may not see, or that is gone. */
export const toMissingEmbedPage = (origin: string): string =>
  toDocument(
    'Meadow',
    `<h1 class="note">This post is not available</h1><footer>${toLink(origin, 'Open Meadow')}</footer>`,
  )

const toDocument = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
  `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${head}` +
  `<style>${STYLE}</style></head><body><main>${body}</main></body></html>`

const toName = ({ fullName, username }: z.infer<typeof Author>) => `${fullName} (@${username})`

const toAuthor = ({ fullName, username }: z.infer<typeof Author>, origin: string): string =>
  `<a href="${escapeHtml(`${origin}/profile/${encodeURIComponent(username)}`)}" target="_blank" rel="noopener"><bdi>${escapeHtml(fullName)}</bdi></a> <span><bdi>@${escapeHtml(username)}</bdi></span>`

/** Opens in a window of its own: the pages of the product refuse to be framed. */
const toLink = (address: string, text: string): string =>
  `<a href="${escapeHtml(address)}" target="_blank" rel="noopener">${escapeHtml(text)}</a>`

/** The poster of a video, which plays on its page alone. */
function toVideo({ video, pictureCover }: EmbeddedPost, address: string): string {
  if (!video) return ''
  if (pictureCover) return '<p class="note">The author has covered the video of this post</p>'
  const { poster } = video
  const image =
    poster &&
    `<img src="${escapeHtml(poster.url)}" alt="" width="${poster.width}" height="${poster.height}" loading="lazy">`
  return `${image ?? ''}<p>${toLink(address, 'Watch on Meadow')}</p>`
}

const toText = (text: string): string => (text ? `<p dir="auto">${escapeHtml(text)}</p>` : '')

function toPictures({ pictures, pictureCover }: EmbeddedPost): string {
  if (pictures.length > 0 && pictureCover) return '<p class="note">The author has covered the pictures of this post</p>'
  const images = pictures.map(
    ({ url, alt, width, height }) =>
      `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" loading="lazy">`,
  )
  return images.join('')
}
