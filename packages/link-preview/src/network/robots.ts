import robotsParser from 'robots-parser'
import { LinkPreviewError } from '../link-preview-error.ts'
import { type FetchFileOptions, fetchFile, ROBOT_NAME } from './fetch-file.ts'

/** The types of the library describe an ES module, which it is not. */
const parseRobots = robotsParser as unknown as (typeof robotsParser)['default']

/** As many bytes as RFC 9309 demands of its readers. */
const MAX_ROBOTS_BYTES = 500 * 1024

/**
 * Creates a function that asks the `robots.txt` of a site whether an address may be read, once for each site. As RFC 9309 demands, a site
 * without the file permits everything, and one that fails to send it permits nothing.
 */
export function createRobotsCheck(options: Pick<FetchFileOptions, 'rules' | 'signal'>): (url: URL) => Promise<void> {
  const sites = new Map<string, Promise<string | undefined>>()
  return async (url) => {
    const reading = sites.get(url.origin) ?? readRobots(url.origin, options)
    sites.set(url.origin, reading)
    const robots = await reading
    if (robots === undefined) throw new LinkPreviewError('robots_refused')
    const isRefused = parseRobots(`${url.origin}/robots.txt`, robots).isDisallowed(url.href, ROBOT_NAME)
    if (isRefused) throw new LinkPreviewError('robots_refused')
  }
}

/** Reads the file: '' if the site has none, undefined if it cannot send it. @throws LinkPreviewError if the site cannot be reached */
async function readRobots(
  origin: string,
  options: Pick<FetchFileOptions, 'rules' | 'signal'>,
): Promise<string | undefined> {
  const { status, content } = await fetchFile(new URL('/robots.txt', origin), {
    ...options,
    accept: 'text/plain',
    maxBytes: MAX_ROBOTS_BYTES,
    cutsLongFile: true,
  })
  if (status >= 200 && status < 300) return content.toString()
  return status >= 400 && status < 500 ? '' : undefined
}
