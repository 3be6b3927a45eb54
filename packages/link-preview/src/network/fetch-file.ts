import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Readable, Transform } from 'node:stream'
import { MIMEType } from 'node:util'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { LinkPreviewError } from '../link-preview-error.ts'
import { type AddressRules, assertAddressAllowed, findAllowedAddresses, type HostAddress } from './address-rules.ts'

/** The name by which sites know the program in their logs, and by which `robots.txt` addresses it. */
export const ROBOT_NAME = 'Meadow'
const USER_AGENT = `${ROBOT_NAME}/1.0 (link preview)`

const MAX_REDIRECTS = 3
const REDIRECT_STATUSES = [301, 302, 303, 307, 308]

export type FetchFileOptions = {
  rules: AddressRules
  /** The value of the header `Accept`. */
  accept: string
  /** More bytes than this, after decompression, are not read. */
  maxBytes: number
  /** A longer file is cut. Otherwise it is an error. */
  cutsLongFile: boolean
  signal: AbortSignal
  /** Is called with each address before it is requested, redirects included. It throws to refuse. */
  assertPermitted?: (url: URL) => Promise<void>
}

/** A file of another site. `type` and `charset` are from its header; `url` is its address after redirects. */
export type FetchedFile = { url: URL; status: number; type: string; charset: string | undefined; content: Buffer }

/**
 * Reads a file of another site. Follows at most three redirects and checks the address of each. Sends no cookie and no referrer.
 * @throws LinkPreviewError address_refused | unreachable | too_slow | too_many_redirects | not_a_page if it is too long
 */
export async function fetchFile(address: URL, options: FetchFileOptions): Promise<FetchedFile> {
  let url = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    assertAddressAllowed(url, options.rules)
    await options.assertPermitted?.(url)
    const response = await request(url, options)
    try {
      const next = readRedirect(response, url)
      if (!next)
        return {
          url,
          status: response.statusCode ?? 0,
          ...readType(response),
          content: await readContent(response, options),
        }
      url = next
    } finally {
      response.destroy()
    }
  }
  throw new LinkPreviewError('too_many_redirects')
}

/** Converts a failure of the network to an error of its own kind. */
const toFetchError = (error: unknown, signal: AbortSignal): LinkPreviewError => {
  if (error instanceof LinkPreviewError) return error
  return new LinkPreviewError(signal.aborted ? 'too_slow' : 'unreachable', error)
}

async function request(url: URL, { rules, accept, signal }: FetchFileOptions): Promise<IncomingMessage> {
  try {
    const addresses = await rejectOnAbort(findAllowedAddresses(url, rules), signal)
    const { get } = url.protocol === 'https:' ? https : http
    const headers = { 'User-Agent': USER_AGENT, Accept: accept, 'Accept-Encoding': 'gzip, deflate, br' }
    const sent = get(url, { agent: false, headers, signal, lookup: createPinnedLookup(addresses) })
    sent.on('error', () => {}) // an error in the middle of the response also fails its reader
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return response
  } catch (error) {
    throw toFetchError(error, signal)
  }
}

/** Creates the lookup of one connection: it answers with the addresses that were checked, whatever the name resolves to by now. */
const createPinnedLookup =
  (addresses: readonly HostAddress[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else if (first) callback(null, first.address, first.family)
  }

/** Rejects as soon as `signal` is aborted: a name that is being resolved cannot be stopped. */
async function rejectOnAbort<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const reject = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', reject, { once: true })
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', reject)
  }
}

function readRedirect({ statusCode = 0, headers: { location } }: IncomingMessage, url: URL): URL | undefined {
  if (!REDIRECT_STATUSES.includes(statusCode) || location === undefined) return undefined
  const next = URL.parse(location, url)
  if (!next) throw new LinkPreviewError('address_refused')
  return next
}

function readType({
  headers: { 'content-type': header = '' },
}: IncomingMessage): Pick<FetchedFile, 'type' | 'charset'> {
  try {
    const type = new MIMEType(header)
    return { type: type.essence, charset: type.params.get('charset') ?? undefined }
  } catch {
    return { type: '', charset: undefined }
  }
}

/** Reads the content of a response, decompressed, and no more of it than `maxBytes`. */
async function readContent(
  response: IncomingMessage,
  { maxBytes, cutsLongFile, signal }: FetchFileOptions,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of decompress(response) as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length <= maxBytes) continue
      if (cutsLongFile) break
      throw new LinkPreviewError('not_a_page')
    }
  } catch (error) {
    throw toFetchError(error, signal)
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

/** Decompresses a response in chunks of 16 KiB, so that a small file that unpacks to gigabytes is never unpacked wholly. */
function decompress(response: IncomingMessage): Readable {
  const decoder = createDecoder(response.headers['content-encoding'])
  if (!decoder) return response
  response.on('error', (error) => decoder.destroy(error))
  return response.pipe(decoder)
}

function createDecoder(encoding: string | undefined): Transform | undefined {
  if (encoding === undefined || encoding === 'identity') return undefined
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
  if (encoding === 'deflate') return createInflate()
  if (encoding === 'br') return createBrotliDecompress()
  throw new LinkPreviewError('not_a_page')
}
