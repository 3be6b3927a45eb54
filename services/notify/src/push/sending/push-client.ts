import { lookup as lookUpDns } from 'node:dns'
import { Agent, request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { rootCertificates } from 'node:tls'
import { isPublicAddress } from './public-address.ts'
import { isAllowedEndpoint } from './push-hosts.ts'
import type { PushResponse } from './push-response.ts'

/** The push services that this installation sends to. */
export type PushClientOptions = {
  /** The allow-list of hosts, with ports other than 443. */
  hosts: readonly string[]
  /** Addresses that are allowed although they are not public, for a push service of one's own. */
  privateAddresses?: readonly string[]
  /** Authorities to trust beside those of Node, in PEM. */
  ca?: string | undefined
  /** @default 5,000 */
  timeoutMs?: number
  /** @default that of the system */
  lookUp?: (hostname: string) => Promise<string[]>
}

export type PushRequest = { endpoint: string; headers: Record<string, string | number>; body: Buffer }

/** Sends encrypted pushes to push services. */
export type PushClient = {
  /** Sends a push. Never rejects. */
  send(push: PushRequest): Promise<PushResponse>
  /** Returns true if pushes may be sent to this endpoint. */
  isAllowed(endpoint: string): boolean
  /** Closes the idle connections. */
  [Symbol.dispose](): void
}

const REQUEST_TIMEOUT_MS = 5_000
/** A push service responds with a few words. Whatever follows is not read. */
const MAX_RESPONSE_BYTES = 16_384
const MAX_IDLE_CONNECTIONS_PER_HOST = 8

class AddressNotAllowedError extends Error {
  override name = 'AddressNotAllowedError'
}

const lookUpAll = (hostname: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    lookUpDns(hostname, { all: true }, (error, addresses) =>
      error ? reject(error) : resolve(addresses.map(({ address }) => address)),
    )
  })

/**
 * Creates the client of push services. The addresses that a connection uses are those that were checked: it resolves the name
 * once, and refuses it if one of its addresses is not public. Redirects are not followed.
 */
export function createPushClient(options: PushClientOptions): PushClient {
  const { hosts, privateAddresses = [], ca, timeoutMs = REQUEST_TIMEOUT_MS, lookUp = lookUpAll } = options
  const isAllowedAddress = (address: string) => isPublicAddress(address) || privateAddresses.includes(address)
  const isAllowed = (endpoint: string) => isAllowedEndpoint(endpoint, hosts)

  const lookUpAllowed: LookupFunction = (hostname, { all }, callback) => {
    lookUp(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined || !addresses.every(isAllowedAddress))
          return callback(new AddressNotAllowedError('The host has an address that is not public'), '')
        if (all)
          callback(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          )
        else callback(null, first, isIP(first))
      },
      (error) => callback(error, ''),
    )
  }
  const agent = new Agent({
    keepAlive: true,
    maxFreeSockets: MAX_IDLE_CONNECTIONS_PER_HOST,
    lookup: lookUpAllowed,
    ...(ca && { ca: [...rootCertificates, ca] }),
  })

  function post({ endpoint, headers, body }: PushRequest): Promise<PushResponse> {
    const url = new URL(endpoint)
    const hostname = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(hostname) && !isAllowedAddress(hostname)) return Promise.resolve({ error: 'not_allowed' }) // has no look-up
    return new Promise((resolve) => {
      const signal = AbortSignal.timeout(timeoutMs)
      const outgoing = request(url, { method: 'POST', headers, agent, signal }, (response) => {
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
        let receivedBytes = 0
        response.on('data', ({ length }: Buffer) => {
          receivedBytes += length
          if (receivedBytes > MAX_RESPONSE_BYTES) response.destroy()
        })
        response.on('error', () => {}) // the status has been used already
      })
      outgoing.on('error', (error) => {
        if (signal.aborted) return resolve({ error: 'timed_out' })
        resolve({ error: error instanceof AddressNotAllowedError ? 'not_allowed' : 'unreachable' })
      })
      outgoing.end(body)
    })
  }

  return {
    isAllowed,
    async send(push) {
      if (!isAllowed(push.endpoint)) return { error: 'not_allowed' } // the list may have changed since the subscription
      return post(push)
    },
    [Symbol.dispose]: () => agent.destroy(),
  }
}
