import type { TextFacet } from '@meadow/contracts/browser'
import { hasInvisibleCharacter } from '@meadow/contracts/visible-text'
import { Link } from '@meadow/web'
import styles from './folded-text.module.css'

/** Code points of a link behind its host that are shown. */
const MAX_PATH_LENGTH = 24

/** Text with its links, mentions and tags. A mention without a member, as in a text that waits, is plain. */
export const LivingText = ({ text, facets }: { text: string; facets: readonly TextFacet[] }) =>
  splitByFacets(text, facets).map((part) => <TextPart key={part.start} {...part} />)

function TextPart({ text, facet }: SplitText) {
  const url = facet?.url ? URL.parse(facet.url) : null
  if (url && /^https?:$/.test(url.protocol)) {
    return (
      <a
        className={styles['link']}
        href={url.href}
        title={url.href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
      >
        <bdi dir="ltr">{toShownAddress(url)}</bdi>
      </a>
    )
  }
  if (facet?.memberId) {
    return (
      <Link className={styles['link']} to={`/profile/${facet.memberId}`}>
        {text}
      </Link>
    )
  }
  if (facet?.tag) {
    return (
      <Link className={styles['link']} to={`/tag/${encodeURIComponent(facet.tag)}`}>
        <bdi>{text}</bdi>
      </Link>
    )
  }
  return text
}

type SplitText = { text: string; start: number; facet?: TextFacet }

/**
 * Splits a text at its facets. The parts together are the text, whatever the facets say: one that lies outside the text, is empty,
 * or begins in another one is left out.
 */
export function splitByFacets(text: string, facets: readonly TextFacet[]): SplitText[] {
  const characters = [...text]
  const parts: SplitText[] = []
  let position = 0
  const addUpTo = (end: number, facet?: TextFacet) => {
    if (end > position) {
      parts.push({ text: characters.slice(position, end).join(''), start: position, ...(facet && { facet }) })
    }
    position = end
  }
  for (const facet of facets) {
    if (facet.start < position || facet.end <= facet.start || facet.end > characters.length) continue
    addUpTo(facet.start)
    addUpTo(facet.end, facet)
  }
  addUpTo(characters.length)
  return parts
}

/** Returns an address as it is shown: its host in ASCII without `www.`, and the beginning of the rest, readable if nothing in it is invisible. */
export function toShownAddress({ host, pathname, search, hash }: URL): string {
  const rest = toReadable(`${pathname === '/' && !search && !hash ? '' : pathname}${search}${hash}`)
  const characters = [...rest]
  const shown = characters.length > MAX_PATH_LENGTH ? `${characters.slice(0, MAX_PATH_LENGTH).join('')}…` : rest
  return `${host.replace(/^www\./, '')}${shown}`
}

function toReadable(encoded: string): string {
  try {
    const decoded = decodeURI(encoded)
    return hasInvisibleCharacter(decoded) ? encoded : decoded
  } catch {
    return encoded // not UTF-8
  }
}
