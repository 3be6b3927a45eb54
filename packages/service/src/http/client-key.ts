import { createHash } from 'node:crypto'
import { type Call, ClientKeyHeader } from '@meadow/contracts'
import type { Request } from 'express'
import type { Claims } from '../tokens/claims.ts'
import { parseRequestPart } from './parse-request-part.ts'

/** The idempotency key of a call: a client repeats a call with the same key after it has lost the response. */
export type ClientKey = {
  memberId: string
  /** Method and path of the call. Two calls may use the same key. */
  call: string
  key: string
  /** The SHA-256 hash of the parsed request. */
  fingerprint: string
}

/**
 * Reads the client key of an idempotent call. Returns undefined if the request has none.
 * @throws invalid_request for a malformed key
 */
export function readClientKey(
  { headers }: Request,
  call: Call,
  member: Claims | undefined,
  input: { params: unknown; query: unknown; body: unknown },
): ClientKey | undefined {
  if (!call.idempotent || !member) return undefined
  const key = parseRequestPart('Idempotency-Key', ClientKeyHeader.optional(), headers['idempotency-key'])
  if (typeof key !== 'string') return undefined
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([input.params, input.query, input.body])) // parsed: properties are in the order of the contract
    .digest('base64url')
  return { memberId: member.sub, call: `${call.method.toUpperCase()} ${call.path}`, key, fingerprint }
}
