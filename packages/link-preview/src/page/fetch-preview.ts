import { LinkPreviewError } from '../link-preview-error.ts'
import type { AddressRules } from '../network/address-rules.ts'
import { fetchFile } from '../network/fetch-file.ts'
import { createRobotsCheck } from '../network/robots.ts'
import { readPage } from './read-page.ts'

/** Texts and picture with which a page describes itself. `picture` has untrusted bytes, which are not encoded again yet. */
export type FetchedPreview = { title: string; description: string; site: string; picture: Buffer | undefined }

/** The time for a page with its `robots.txt` and redirects, and again for its picture. */
const FETCH_TIMEOUT_MS = 3_000
/** A longer page is cut: its metadata is in its head. */
const MAX_PAGE_BYTES = 1024 * 1024
const MAX_PICTURE_BYTES = 4 * 1024 * 1024
/** Object stores often serve pictures as `application/octet-stream`. The encoder decides by the content. */
const PICTURE_TYPE = /^(?:image\/|(?:application|binary)\/octet-stream$)/
const PAGE_TYPES = ['text/html', 'application/xhtml+xml']

/**
 * Fetches the preview of an address. Without `picture` if the page names none, or the picture is refused, too large, too slow or of another
 * type. @throws LinkPreviewError if the address is refused, cannot be read, or is not an HTML page with a title
 */
export async function fetchPreview(address: string, rules: AddressRules): Promise<FetchedPreview> {
  const url = URL.parse(address)
  if (!url) throw new LinkPreviewError('address_refused')
  const file = await fetchWithRobots(url, rules, {
    accept: PAGE_TYPES.join(', '),
    maxBytes: MAX_PAGE_BYTES,
    cutsLongFile: true,
  })
  if (file.status < 200 || file.status >= 300 || !PAGE_TYPES.includes(file.type))
    throw new LinkPreviewError('not_a_page')
  const { pictureUrl, ...texts } = readPage(file)
  if (texts.title === '') throw new LinkPreviewError('no_title')
  return { ...texts, picture: pictureUrl && (await fetchPicture(pictureUrl, rules)) }
}

async function fetchPicture(url: URL, rules: AddressRules): Promise<Buffer | undefined> {
  try {
    const limits = { accept: 'image/*', maxBytes: MAX_PICTURE_BYTES, cutsLongFile: false }
    const { status, type, content } = await fetchWithRobots(url, rules, limits)
    return status === 200 && PICTURE_TYPE.test(type) ? content : undefined
  } catch (error) {
    if (error instanceof LinkPreviewError) return undefined
    throw error
  }
}

function fetchWithRobots(
  url: URL,
  rules: AddressRules,
  limits: { accept: string; maxBytes: number; cutsLongFile: boolean },
) {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS)
  return fetchFile(url, { ...limits, rules, signal, assertPermitted: createRobotsCheck({ rules, signal }) })
}
