import { pipeline } from 'node:stream/promises'
import type { Logger } from '@meadow/service'
import type { Request, Response } from 'express'
import type { MediaFile } from '../store/media-store.ts'

/** Headers that keep a served file from running scripts, even when it is opened as a page. */
const SAFE_FILE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'Content-Disposition': 'inline',
  'Accept-Ranges': 'bytes',
}

type SendMediaFileInput = {
  request: Request
  response: Response
  file: MediaFile
  etag: string
  /** The value of the header `Cache-Control`. */
  cacheControl: string
  /** The name under which a browser stores the file. @default it shows the file */
  downloadName?: string
}

/**
 * Sends the file, the requested range of it, or 304 when the client has it already. Closes the file in every case. Logs a
 * failure while sending and never throws.
 */
export async function sendMediaFile(input: SendMediaFileInput, log: Logger): Promise<void> {
  try {
    await writeMediaResponse(input)
  } catch (error) {
    log.warn({ err: error }, 'failed to send a media file')
  } finally {
    await input.file[Symbol.asyncDispose]()
  }
}

async function writeMediaResponse(input: SendMediaFileInput): Promise<void> {
  const { request, response, file, etag, cacheControl, downloadName } = input
  const { size, type } = file
  response.set({ ...SAFE_FILE_HEADERS, 'Cache-Control': cacheControl, 'Content-Type': type, ETag: etag })
  if (downloadName) response.attachment(downloadName).type(type)
  if (request.fresh) return void response.status(304).end()

  const range = parseRequestedRange(request, { size, etag })
  if (range === 'unsatisfiable') {
    response.set({ 'Cache-Control': 'no-store', 'Content-Range': `bytes */${size}` }).removeHeader('Content-Type')
    return void response.status(416).end()
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  response.set('Content-Length', String(end - start + 1))
  if (range) response.status(206).set('Content-Range', `bytes ${start}-${end}/${size}`)
  if (request.method === 'HEAD') return void response.end()
  await pipeline(file.read({ start, end }), response).catch(ignoreClosedConnection)
}

/**
 * Parses the header `Range`. Returns undefined when the whole file is to be sent: without the header, for several ranges,
 * and when `If-Range` names another version.
 */
function parseRequestedRange(request: Request, { size, etag }: { size: number; etag: string }) {
  const condition = request.get('if-range')
  if (request.method !== 'GET' || (condition !== undefined && condition !== etag)) return
  const ranges = request.range(size, { combine: true })
  if (ranges === -1) return 'unsatisfiable'
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length > 1) return
  return ranges[0]
}

/** The errors of a connection that the browser has closed while a file was sent, and before that. */
const CLOSED_CONNECTION_CODES = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']

function ignoreClosedConnection(error: NodeJS.ErrnoException): void {
  if (!CLOSED_CONNECTION_CODES.includes(String(error.code))) throw error
}
