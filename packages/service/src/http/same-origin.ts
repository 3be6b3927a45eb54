import { isPrivateHost } from './private-host.ts'

/** The headers `Origin`, `Host` and `Sec-Fetch-Site` of a request. */
type OriginHeaders = { origin: string | undefined; host: string | undefined; fetchSite: string | undefined }

/**
 * Checks that a request with a cookie, or a socket handshake, comes from a page of this installation. With `publicUrl`,
 * the origin must be that URL. Without it, the origin must match the `Host` header, and the host must be this machine or
 * a private address: this stops DNS rebinding.
 */
export function isSameOriginRequest({ origin, host, fetchSite }: OriginHeaders, publicUrl: URL | undefined): boolean {
  if (origin === undefined) return fetchSite === undefined || fetchSite === 'same-origin' // no browser, or an old one
  if (publicUrl) return origin === publicUrl.origin
  const requested = host ? URL.parse(`http://${host}`) : null
  return requested !== null && URL.parse(origin)?.host === requested.host && isPrivateHost(requested.host)
}
