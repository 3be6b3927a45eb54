import type { IncomingHttpHeaders } from 'node:http'
import { CONTENT_SECURITY_POLICY } from './security-headers.ts'

/** What would let the pages of other sites read an answer: there are none that may. */
const OTHER_SITES = /^access-control-/

type Options = {
  /** The connection to the caller ends after this answer. */
  isLast: boolean
  /** What the upstream says about framing and scripts stands. */
  ownPolicy?: boolean
}

/** Takes from the headers of an upstream's answer what is not the upstream's to say, and adds what we say. */
export function cleanAnswer(headers: IncomingHttpHeaders, { isLast, ownPolicy = false }: Options): void {
  for (const name of Object.keys(headers)) if (OTHER_SITES.test(name)) delete headers[name]
  delete headers['keep-alive']
  delete headers.connection
  if (isLast) headers.connection = 'close'
  if (!ownPolicy) headers['content-security-policy'] = CONTENT_SECURITY_POLICY
}
