import { promisify } from 'node:util'
import express, { type Request, type Response } from 'express'
import { DomainError } from '../errors.ts'

/** The most that a JSON body may have, in bytes. */
const MAX_BODY_BYTES = 256 * 1024

/** Compressed bodies are refused: a few bytes could become gigabytes. */
const readBody = promisify(express.json({ limit: MAX_BODY_BYTES, inflate: false, strict: false }))

/** The JSON body of a request, undefined where it has none. @throws unsupported_type, too_large, malformed_body */
export async function readJson(request: Request, response: Response): Promise<unknown> {
  const { 'transfer-encoding': inPieces, 'content-length': length } = request.headers
  if (!inPieces && !Number(length)) return undefined
  if (!request.is('application/json')) throw new DomainError('unsupported_type')
  await readBody(request, response)
  return request.body
}
