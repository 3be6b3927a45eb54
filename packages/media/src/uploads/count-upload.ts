import type { IncomingMessage } from 'node:http'
import type { Throttle, UploadLimits } from '@meadow/service'

/** Returns the number of bytes that the body of an upload may have: what the client says, or `maxBytes`. */
export const readUploadBytes = (request: IncomingMessage, maxBytes: number): number =>
  Math.min(Number(request.headers['content-length'] ?? maxBytes), maxBytes)

/**
 * Counts an upload before its body is read: its length, or `maxBytes` if the client does not say it. Refused pictures count,
 * because they cost as much as others. Returns a function that undoes this, for uploads that the service itself refuses.
 * @throws too_many_requests
 */
export async function countUpload(
  throttle: Throttle,
  { count, bytes }: UploadLimits,
  { memberId, request, maxBytes }: { memberId: string; request: IncomingMessage; maxBytes: number },
): Promise<() => Promise<void>> {
  const weight = readUploadBytes(request, maxBytes)
  const countPermit = await throttle.consume(count, memberId)
  try {
    const bytesPermit = await throttle.consume({ ...bytes, weight }, memberId)
    return async () => {
      await Promise.all([countPermit.refund(), bytesPermit.refund()])
    }
  } catch (error) {
    await countPermit.refund()
    throw error
  }
}
