import { createHash } from 'node:crypto'
import type { Call } from '@meadow/contracts'
import { CLIENT_KEY_PATTERN } from '@meadow/contracts/limits'
import type { Request } from 'express'
import * as z from 'zod'
import type { Claims } from '../tokens/claims.ts'
import { parseRequestPart } from './parse-request-part.ts'

/** How a client names one attempt to create something, so that it may be made again when the answer was lost. */
export type ClientKey = {
  memberId: string
  /** Method and path of the call: the same key of another call is another one. */
  call: string
  key: string
  /** A hash of all that the attempt asked for. */
  fingerprint: string
}

const ClientKeyHeader = z
  .string()
  .regex(CLIENT_KEY_PATTERN, 'This must have 1 to 100 printable ASCII characters')
  .optional()

/** The key of a call that takes one, if the client gave it. @throws invalid_request when it is none */
export function readClientKey(
  { headers }: Request,
  call: Call,
  member: Claims | undefined,
  asked: { params: unknown; query: unknown; body: unknown },
): ClientKey | undefined {
  if (!call.idempotent || !member) return undefined
  const key = parseRequestPart('Idempotency-Key', ClientKeyHeader, headers['idempotency-key'])
  if (typeof key !== 'string') return undefined
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([asked.params, asked.query, asked.body])) // parsed, so that each has the order of its contract
    .digest('base64url')
  return { memberId: member.sub, call: `${call.method.toUpperCase()} ${call.path}`, key, fingerprint }
}
