import type { IncomingMessage } from 'node:http'
import { DomainError } from '../errors.ts'

/** The most that is read of a body only to throw it away, in bytes. */
const THROWN_AWAY = 32 * 1024 * 1024

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i

/**
 * The JSON body of a request, undefined where it has none. Compressed bodies are refused: a few bytes could become
 * gigabytes. @throws unsupported_type, too_large, malformed_body
 */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers
  const isThere = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0
  if (!isThere) return undefined
  if (encoding !== 'identity') throw new DomainError('unsupported_type')
  const bytes = await readBytes(request, limit)
  if (bytes.length === 0) return undefined
  if (!JSON_TYPE.test(type)) throw new DomainError('unsupported_type')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new DomainError('malformed_body', { cause })
  }
}

/**
 * Reads with listeners: an iterator would destroy the connection where it stops. Of a body that is too large the rest is
 * thrown away before anything is answered, within reason: who is cut off while sending never sees the answer.
 */
function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let size = 0
  const onData = (chunk: Buffer) => {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else chunks.length = 0
    if (size > THROWN_AWAY) reject(new DomainError('too_large'))
  }
  request.on('data', onData)
  request.once('end', () => (size <= limit ? resolve(Buffer.concat(chunks)) : reject(new DomainError('too_large'))))
  request.once('error', (cause) => reject(new DomainError('malformed_body', { cause })))
  request.once('close', () => reject(new DomainError('malformed_body')))
  return promise
}
