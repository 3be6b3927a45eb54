import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { DOCUMENT_HEADERS } from './security-headers.ts'
import type { UpstreamResponse } from './upstreams/dispatch-request.ts'

/** CORS headers: pages of other origins may not read any response. */
const CORS_HEADER_PATTERN = /^access-control-/

const HOP_BY_HOP_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding'])

type CleanHeadersOptions = {
  /** The connection to the caller ends after this response. */
  closesConnection: boolean
  /** Keeps the Content-Security-Policy of the upstream. */
  keepsUpstreamPolicy?: boolean | undefined
}

/**
 * Copies the headers of an upstream's response without those that only the gateway may set. The response to the caller has the
 * gateway's own already, such as its Content-Security-Policy.
 */
export function cleanResponseHeaders(
  headers: IncomingHttpHeaders,
  { closesConnection, keepsUpstreamPolicy = false }: CleanHeadersOptions,
): IncomingHttpHeaders {
  const copied: IncomingHttpHeaders = {} // deleting some would make the object slow
  for (const name of Object.keys(headers)) {
    const isRemoved = HOP_BY_HOP_HEADERS.has(name) || CORS_HEADER_PATTERN.test(name)
    if (!isRemoved && (keepsUpstreamPolicy || name !== 'content-security-policy')) copied[name] = headers[name]
  }
  if (closesConnection) copied.connection = 'close'
  return copied
}

/** Folders of the front ends that contain files and no pages. The service worker is at the root: its policy is that of its own response. */
const SCRIPT_PATH_PATTERN = /^\/(js|assets|mf)\/.+\.js$/

/** Headers by which browsers revalidate a file. They never do that with an immutable one. */
const VALIDATORS = ['etag', 'last-modified'] as const

/**
 * Removes the headers for documents from the response to a script of a front end, and from an immutable script those for
 * revalidation: together they are longer than some of the scripts.
 */
export function trimScriptHeaders(
  path: string,
  { statusCode, headers }: UpstreamResponse,
  response: ServerResponse,
): void {
  const isScript = statusCode === 200 && headers['content-type']?.startsWith('text/javascript')
  if (!isScript || !SCRIPT_PATH_PATTERN.test(path)) return
  const isImmutable = headers['cache-control']?.includes('immutable')
  for (const name of [...DOCUMENT_HEADERS, ...(isImmutable ? VALIDATORS : [])]) {
    delete headers[name]
    response.removeHeader(name)
  }
}
