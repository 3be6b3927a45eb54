import { buffer } from 'node:stream/consumers'
import { calls } from '@meadow/contracts'
import { isJsonTooDeep } from '@meadow/service'
import type { Request, Response } from 'express'
import { hasBody } from '../request-body.ts'
import { isReadRequest } from '../request-method.ts'

/** Longer than every text of a member. Longer bodies are streamed, and not repeated. */
const MAX_BODY_BYTES = 64 * 1024
/** The maximum of all buffered bodies together. Beyond it, bodies are streamed, and not repeated. */
const MAX_BUFFERED_BYTES = 32 * 1024 * 1024

/** `body` is set if it was read from the request. */
type RepeatableRequest = { isRepeatable: boolean; body?: Buffer }

/**
 * Reads the body of a request that may reach a service twice without further effect: a read, or a write with a client key.
 * Bodies of other requests, and long ones, stay in the request.
 * @throws Error if the caller leaves
 */
export type ReadRepeatableRequest = (request: Request, response: Response) => Promise<RepeatableRequest>

/** Creates the function that reads repeatable requests. It limits the memory for their bodies. */
export function createRepeatableRequestReader(maxBufferedBytes = MAX_BUFFERED_BYTES): ReadRepeatableRequest {
  let bufferedBytes = 0
  return async (request, response) => {
    if (isReadRequest(request)) return { isRepeatable: !hasBody(request) }
    const isMessage = matchesCall(request, calls.sendMessage)
    if (!isMessage && !hasClientKey(request)) return { isRepeatable: false }
    const size = Number(request.headers['content-length']) // NaN for a chunked body
    if (!(size <= MAX_BODY_BYTES && bufferedBytes + size <= maxBufferedBytes)) return { isRepeatable: false }
    if (response.destroyed) throw new Error('the caller has left') // its 'close' was before
    bufferedBytes += size
    response.once('close', () => {
      bufferedBytes -= size
    })
    const body = await buffer(request)
    return { isRepeatable: !isMessage || hasClientMessageId(body), body }
  }
}

type CallAddress = { method: string; path: string }

/** Only these calls store the `Idempotency-Key`. Others ignore it. */
const KEYED_CALLS: CallAddress[] = Object.values(calls).filter((call) => 'idempotent' in call)

const hasClientKey = (request: Request) =>
  request.headers['idempotency-key'] !== undefined && KEYED_CALLS.some((call) => matchesCall(request, call))

function matchesCall({ method, url }: Request, call: CallAddress): boolean {
  const [path = ''] = url.split('?', 1)
  const [segments, pattern] = [path.split('/'), call.path.split('/')]
  return (
    method === call.method.toUpperCase() &&
    segments.length === pattern.length &&
    pattern.every((name, index) => name.startsWith(':') || name === segments[index])
  )
}

function hasClientMessageId(body: Buffer): boolean {
  try {
    return !isJsonTooDeep(body) && typeof JSON.parse(body.toString())?.clientMessageId === 'string'
  } catch {
    return false
  }
}
