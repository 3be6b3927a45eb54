import type { IncomingMessage, ServerResponse } from 'node:http'
import { DomainError, type Throttle, type UploadLimits } from '@meadow/service'
import type * as z from 'zod'
import type { PictureEncoder } from '../pictures/picture-encoder.ts'
import type { EncodedPicture } from '../pictures/picture-files.ts'
import { type ReceivedPicture, type ReceivePictureOptions, receivePicture } from '../pictures/receive-picture.ts'
import { countUpload, readUploadBytes } from './count-upload.ts'
import { createRoundRobinQueue } from './round-robin-queue.ts'

/** The upload of one or more pictures. Disposing it removes its temporary files. */
export type PictureUpload<Fields> = ReceivedPicture<Fields> & {
  /**
   * Encodes the first picture, or that of `file`, after those of other members whose turn is before. Stops when the client closes the connection.
   * @throws unsupported_type | too_large | animation_too_large | invalid_picture | upload_failed | unavailable
   */
  encode(file?: string): Promise<EncodedPicture>
}

/** The request of a member that contains a picture, and the response to it. */
type UploadExchange = { memberId: string; request: IncomingMessage; response: ServerResponse }

export type PictureUploads = {
  /**
   * Receives the pictures of a multipart request, within the limits of the member. Each picture counts.
   * @throws too_many_requests | unsupported_type | malformed_body | upload_failed | too_large | invalid_request | unavailable
   */
  receive<Fields extends z.ZodType>(
    exchange: UploadExchange,
    options: ReceivePictureOptions<Fields>,
  ): Promise<PictureUpload<z.output<Fields>>>
}

export type PictureUploadDeps = {
  encoder: PictureEncoder
  throttle: Throttle
  uploadLimits: UploadLimits
}

/** Pictures that are encoded at the same time, each of another member, and pictures that wait. */
const QUEUE_LIMITS = { maxConcurrency: 2, maxQueued: 32 }
/** Uploads of one member at the same time: one is encoded, the others wait. Enough for four pictures on each of two devices. */
const MAX_OPEN_UPLOADS_PER_MEMBER = 8
/** A larger body has a video or several pictures: one picture of 10 MB, and what stands around it, is smaller. */
const LARGE_BODY_BYTES = 11 * 1024 * 1024
/** Large bodies at the same time in a process. Of 100 MB each, they fill a bit more than half of the disk that its container has, 4 GiB. */
const MAX_OPEN_LARGE_UPLOADS = 24
const RETRY_AFTER_SECONDS = 5

/** Receives and encodes the uploads of a service. One member cannot hold up the others. */
export function createPictureUploads({ encoder, throttle, uploadLimits }: PictureUploadDeps): PictureUploads {
  const queue = createRoundRobinQueue(QUEUE_LIMITS)
  const openUploads = new Map<string, number>()
  let openLargeUploads = 0

  /** Counts an open upload if it is large. Returns a function that ends it. @throws unavailable */
  function openLargeUpload(bytes: number): () => void {
    if (bytes <= LARGE_BODY_BYTES) return () => undefined
    if (openLargeUploads >= MAX_OPEN_LARGE_UPLOADS)
      throw new DomainError('unavailable', { retryAfter: RETRY_AFTER_SECONDS })
    openLargeUploads += 1
    return () => {
      openLargeUploads -= 1
    }
  }

  /** Counts an open upload of a member. Returns a function that ends it. @throws too_many_requests */
  function openUpload(memberId: string): () => void {
    const open = openUploads.get(memberId) ?? 0
    if (open >= MAX_OPEN_UPLOADS_PER_MEMBER)
      throw new DomainError('too_many_requests', { retryAfter: RETRY_AFTER_SECONDS })
    openUploads.set(memberId, open + 1)
    return () => {
      const left = (openUploads.get(memberId) ?? 1) - 1
      if (left > 0) openUploads.set(memberId, left)
      else openUploads.delete(memberId)
    }
  }

  return {
    async receive({ memberId, request, response }, options) {
      const signal = abortOnClose(response)
      await using opening = new AsyncDisposableStack()
      opening.defer(openUpload(memberId))
      const { maxBytes: maxBytesPerFile, maxFiles = 1 } = options.limits
      const maxBytes = maxBytesPerFile * maxFiles
      opening.defer(openLargeUpload(readUploadBytes(request, maxBytes)))
      const refund = await countUpload(throttle, uploadLimits, { memberId, request, maxBytes })
      const received = opening.use(await receivePicture(request, options))
      const moreCount = received.files.length - 1
      if (moreCount > 0) await throttle.consume({ ...uploadLimits.count, weight: moreCount }, memberId)
      const opened = opening.move()
      return {
        ...received,
        async encode(file = received.file) {
          try {
            return await queue.run(memberId, signal, () => encoder.encode(file, signal))
          } catch (error) {
            if (error instanceof DomainError && error.kind === 'unavailable') await refund()
            throw error
          }
        },
        [Symbol.asyncDispose]: () => opened.disposeAsync(),
      }
    },
  }
}

/** Returns a signal that is aborted when the connection of a response is closed, or the response is complete. */
function abortOnClose(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  if (response.destroyed) controller.abort()
  response.once('close', () => controller.abort())
  return controller.signal
}
