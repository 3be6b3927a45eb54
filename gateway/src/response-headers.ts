import type { IncomingHttpHeaders } from 'node:http'
import { CONTENT_SECURITY_POLICY } from './security-headers.ts'

/** CORS headers: pages of other origins may not read any response. */
const CORS_HEADER_PATTERN = /^access-control-/

type CleanHeadersOptions = {
  /** The connection to the caller ends after this response. */
  closesConnection: boolean
  /** Keeps the Content-Security-Policy of the upstream. */
  keepsUpstreamPolicy?: boolean | undefined
}

/** Removes the headers of an upstream's response that only the gateway may set, and adds its own. */
export function cleanResponseHeaders(
  headers: IncomingHttpHeaders,
  { closesConnection, keepsUpstreamPolicy = false }: CleanHeadersOptions,
): void {
  for (const name of Object.keys(headers)) if (CORS_HEADER_PATTERN.test(name)) delete headers[name]
  delete headers['keep-alive']
  delete headers.connection
  if (closesConnection) headers.connection = 'close'
  if (!keepsUpstreamPolicy) headers['content-security-policy'] = CONTENT_SECURITY_POLICY
}
