import { pipeline } from 'node:stream/promises'
import type { Logger } from '@meadow/service'
import type { Request, Response } from 'express'
import type { StoredMedia } from '../store/media.ts'

/** What is served can do nothing in a page. */
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Content-Disposition': 'inline',
  'Accept-Ranges': 'bytes',
}

type Sending = {
  request: Request
  response: Response
  stored: StoredMedia
  etag: string
  /** Who may keep it, and for how long. */
  cacheControl: string
}

/** Answers with the file or the one range of it that is asked for, or that who asks has it already; closes it then. */
export async function sendPicture(sending: Sending, log: Logger): Promise<void> {
  try {
    await send(sending)
  } catch (error) {
    log.warn({ err: error }, 'a picture could not be sent')
  } finally {
    await sending.stored[Symbol.asyncDispose]()
  }
}

async function send({ request, response, stored, etag, cacheControl }: Sending): Promise<void> {
  const { size, type } = stored
  response.set({ ...HEADERS, 'Cache-Control': cacheControl, 'Content-Type': type, ETag: etag })
  if (request.fresh) return void response.status(304).end()

  const range = rangeOf(request, { size, etag })
  if (range === 'unsatisfiable') {
    response.set({ 'Cache-Control': 'no-store', 'Content-Range': `bytes */${size}` }).removeHeader('Content-Type')
    return void response.status(416).end()
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  response.set('Content-Length', String(end - start + 1))
  if (range) response.status(206).set('Content-Range', `bytes ${start}-${end}/${size}`)
  if (request.method === 'HEAD') return void response.end()
  await pipeline(stored.read({ start, end }), response).catch(unlessGone)
}

/** The one range that is asked for; several, or one of another version, are answered by the whole. */
function rangeOf(request: Request, { size, etag }: { size: number; etag: string }) {
  const condition = request.get('if-range')
  if (request.method !== 'GET' || (condition !== undefined && condition !== etag)) return
  const ranges = request.range(size, { combine: true })
  if (ranges === -1) return 'unsatisfiable'
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length > 1) return
  return ranges[0]
}

function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
}
