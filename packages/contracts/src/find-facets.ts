import { LinkifyIt } from 'linkify-it'
import tlds from 'tlds' with { type: 'json' }
import { MAX_MENTIONS, MAX_TEXT_FACETS } from './limits.ts'

/** A facet as it stands in a text: a mention has a username in lower case, of which only the server knows the member. */
export type FoundFacet = { start: number; end: number; url?: string; username?: string; tag?: string }

const MAX_ADDRESS_LENGTH = 2_048
const MAX_TAG_LENGTH = 100

const linkify = new LinkifyIt({ fuzzyLink: true, maxLength: MAX_ADDRESS_LENGTH, tlds }).add('ftp:').add('//') // removes them

/** Invisible characters, and code, at which an address ends. They are one UTF-16 unit each, so a blank can take their place. */
const ADDRESS_BREAKS = /[\p{Bidi_Control}\u00ad\u180e\u200b\u2060\ufeff\ue000]/gu
/** Scripts that are written without blanks, so that a mention can stand directly beside their letters. */
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`
/** Stands for code and addresses, which no mention or tag touches. */
const MASK = '\ue000'
const SPACED_LETTER = String.raw`[[\p{L}\p{M}\p{N}${MASK}]--[${UNSPACED}]]`
/** No mention begins behind a letter, a second @ or a slash, as in e-mail and web addresses, and none ends before a letter or an @. */
const MENTION = new RegExp(
  String.raw`(?<!${SPACED_LETTER}|[_@\/])@([A-Za-z0-9](?:[A-Za-z0-9_]|\.(?!\.)){1,28}[A-Za-z0-9])(?!${SPACED_LETTER}|@)`,
  'gv',
)
/** A tag begins behind no letter, and not in an HTML entity. Joiners are part of words in some scripts. */
const TAG =
  /(?<![\p{L}\p{M}\p{N}_#＃@&/\ue000])[#＃]([\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_\u00b7\u30fb]|[\u200c\u200d](?=[\p{L}\p{M}\p{N}]))*)/gu

/**
 * Finds the links, mentions and tags of a text, in their order, with offsets in code points. The texts of code (between backticks)
 * and e-mail addresses have none. Returns at most MAX_TEXT_FACETS, with at most MAX_MENTIONS different usernames. Names of an intranet, such
 * as `localhost`, are no links, except that of `ownOrigin`, the origin of this installation.
 */
export function findFacets(text: string, ownOrigin?: string): FoundFacet[] {
  const withoutCode = maskRanges(text, findCodeRanges(text))
  const addresses = linkify.match(withoutCode.replace(ADDRESS_BREAKS, ' ')) ?? []
  const withoutAddresses = maskRanges(
    withoutCode,
    addresses.map(({ index, lastIndex }) => [index, lastIndex] as const),
  )
  const found = [
    ...addresses.flatMap(({ schema, raw, index: start, lastIndex: end }) => {
      const url = toWebAddress(schema, raw, ownOrigin)
      return url ? { start, end, url } : []
    }),
    ...findMentions(withoutAddresses),
    ...findTags(withoutAddresses),
  ].toSorted((one, other) => one.start - other.start)
  return countInCodePoints(text, found.slice(0, MAX_TEXT_FACETS))
}

/** Returns the address of a link, with its host in ASCII (punycode). Undefined for what is no web address. */
function toWebAddress(schema: string, raw: string, ownOrigin: string | undefined): string | undefined {
  if (schema === 'mailto:') return undefined
  // A sentence that begins directly after a full stop ("Thanks.It was") is no address.
  const [host = ''] = raw.split(/[/?#:]/)
  if (schema === '' && /\.\p{Lu}[^.]*$/u.test(host) && host !== host.toUpperCase()) return undefined
  const url = URL.parse(schema === '' ? `https://${raw}` : raw)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  if (!url.hostname.includes('.') && url.origin !== ownOrigin) return undefined
  return url.href.length <= MAX_ADDRESS_LENGTH ? url.href : undefined
}

function findMentions(text: string): FoundFacet[] {
  const usernames = new Set<string>()
  return [...text.matchAll(MENTION)].flatMap(({ 0: { length }, 1: name = '', index: start }) => {
    const username = name.toLowerCase()
    if (usernames.size === MAX_MENTIONS && !usernames.has(username)) return []
    usernames.add(username)
    return { start, end: start + length, username }
  })
}

function findTags(text: string): FoundFacet[] {
  return [...text.matchAll(TAG)].flatMap(({ 0: { length }, 1: name = '', index: start }) => {
    const tag = name.normalize('NFKC').toLowerCase()
    const isTag = /\p{L}/u.test(tag) && !/\s/u.test(tag) && tag.length <= MAX_TAG_LENGTH // a ligature can be several words
    return isTag ? { start, end: start + length, tag } : []
  })
}

/**
 * Finds the ranges between two runs of backticks of the same length: on one line, or on several with three backticks or more. Takes
 * linear time, also if no run is closed.
 */
function findCodeRanges(text: string): [start: number, end: number][] {
  const runs = [...text.matchAll(/`+/g)]
  const closing = new Map<number, number>()
  const nextOfLength: (number | undefined)[] = []
  for (let run = runs.length - 1; run >= 0; run--) {
    const length = runs[run]?.[0].length ?? 0
    nextOfLength[run] = closing.get(length)
    closing.set(length, run)
  }
  const ranges: [number, number][] = []
  for (let run = 0; run < runs.length; run++) {
    const next = nextOfLength[run]
    const [opens, closes] = [runs[run], next === undefined ? undefined : runs[next]]
    if (!opens || !closes || next === undefined) continue
    const isOneLine = !text.slice(opens.index, closes.index).includes('\n')
    if (opens[0].length < 3 && !isOneLine) continue
    ranges.push([opens.index, closes.index + closes[0].length])
    run = next
  }
  return ranges
}

/** Replaces each UTF-16 unit of the sorted ranges by MASK, so that nothing is found in them or directly beside them. */
function maskRanges(text: string, ranges: readonly (readonly [start: number, end: number])[]): string {
  let masked = ''
  let position = 0
  for (const [start, end] of ranges) {
    masked += text.slice(position, start) + MASK.repeat(end - start)
    position = end
  }
  return masked + text.slice(position)
}

/** Converts sorted offsets in UTF-16 units to offsets in code points, in one pass. */
function countInCodePoints(text: string, facets: readonly FoundFacet[]): FoundFacet[] {
  let unit = 0
  let count = 0
  const countTo = (index: number) => {
    for (; unit < index; count++) unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1
    return count
  }
  return facets.map((facet) => ({ ...facet, start: countTo(facet.start), end: countTo(facet.end) }))
}
