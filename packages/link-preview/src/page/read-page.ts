import { TextDecoder } from 'node:util'
import sniffEncoding from 'html-encoding-sniffer'
import { Parser } from 'htmlparser2'
import type { FetchedFile } from '../network/fetch-file.ts'
import { cleanText } from './clean-text.ts'

/** The description that a page gives of itself. Texts are '' if it has none. */
export type PageDescription = { title: string; description: string; site: string; pictureUrl: URL | undefined }

const MAX_TITLE_LENGTH = 200
const MAX_DESCRIPTION_LENGTH = 300
const MAX_SITE_LENGTH = 80
const MAX_ADDRESS_LENGTH = 2_048
/** The parser stops between chunks of this length when it has read the head of the page. */
const CHUNK_LENGTH = 16_384

/** The names of a description, best first: Open Graph, then Twitter, then HTML. */
const TITLES = ['og:title', 'twitter:title', 'title']
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description']
const SITES = ['og:site_name', 'application-name']
const PICTURES = ['og:image:secure_url', 'og:image:url', 'og:image', 'twitter:image', 'twitter:image:src']
const READ_NAMES = new Set([...TITLES, ...DESCRIPTIONS, ...SITES, ...PICTURES])

/** Reads how a page describes itself. The first value of a name counts. */
export function readPage({ content, charset, url }: Pick<FetchedFile, 'content' | 'charset' | 'url'>): PageDescription {
  const values = readHead(decodeText(content, charset))
  const find = (names: readonly string[]) => names.map((name) => values.get(name)).find((value) => value?.trim()) ?? ''
  const picture = find(PICTURES).trim()
  return {
    title: cleanText(find(TITLES), MAX_TITLE_LENGTH),
    description: cleanText(find(DESCRIPTIONS), MAX_DESCRIPTION_LENGTH),
    site: cleanText(find(SITES), MAX_SITE_LENGTH),
    pictureUrl: picture && picture.length <= MAX_ADDRESS_LENGTH ? (URL.parse(picture, url) ?? undefined) : undefined,
  }
}

/** Decodes a page by its byte order mark, its header or its `meta` tag, as browsers do; as UTF-8 if it names no charset. */
function decodeText(content: Buffer, charset: string | undefined): string {
  const transportLayerEncodingLabel = charset
  const label = sniffEncoding(content, { transportLayerEncodingLabel, defaultEncoding: 'UTF-8' })
  try {
    return new TextDecoder(label).decode(content)
  } catch {
    return new TextDecoder().decode(content) // a charset that browsers show by other means
  }
}

/** Reads the values of the head of a page by their names in lower case, its title among them. */
function readHead(html: string): Map<string, string> {
  const values = new Map<string, string>()
  let hasHeadEnded = false
  const add = (name: string, value: string) => {
    if (!hasHeadEnded && READ_NAMES.has(name) && !values.has(name) && value.trim() !== '') values.set(name, value)
  }
  let title: string | undefined
  const parser = new Parser({
    onopentag(tag, { property = '', name = '', content = '' }) {
      if (tag === 'meta') for (const key of [property, name]) add(key.trim().toLowerCase(), content)
      if (tag === 'title') title ??= ''
      if (tag === 'body' || tag === 'svg') hasHeadEnded = true // an SVG has titles of its own
    },
    ontext(text) {
      if (title !== undefined && !values.has('title') && title.length < MAX_ADDRESS_LENGTH) title += text
    },
    onclosetag(tag) {
      if (tag === 'title' && title !== undefined) {
        add('title', title)
        title = undefined
      }
      if (tag === 'head') hasHeadEnded = true
    },
  })
  for (let start = 0; start < html.length && !hasHeadEnded; start += CHUNK_LENGTH)
    parser.write(html.slice(start, start + CHUNK_LENGTH))
  parser.end()
  return values
}
