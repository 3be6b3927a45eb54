import { promisify } from 'node:util'
import express, { type Request, type Response } from 'express'
import { DomainError } from '../errors.ts'
import { isJsonTooDeep } from './json-depth.ts'

const MAX_BODY_BYTES = 256 * 1024

/** Refuses compressed bodies, because a few bytes can expand to gigabytes, and deeply nested ones before it parses them. */
const readBody = promisify(
  express.json({
    limit: MAX_BODY_BYTES,
    inflate: false,
    strict: false,
    verify: (_request, _response, body) => {
      if (isJsonTooDeep(body)) throw new DomainError('malformed_body')
    },
  }),
)

/** Reads the JSON body of a request. Returns undefined if it has none. @throws unsupported_type, too_large, malformed_body */
export async function readJson(request: Request, response: Response): Promise<unknown> {
  const { 'transfer-encoding': transferEncoding, 'content-length': length } = request.headers
  if (!transferEncoding && !Number(length)) return undefined
  if (!request.is('application/json')) throw new DomainError('unsupported_type')
  await readBody(request, response)
  return request.body
}
