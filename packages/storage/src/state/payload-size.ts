/** The limit of PostgreSQL's NOTIFY. All engines use the same limit. */
const MAX_PAYLOAD_BYTES = 7_999

/** @throws RangeError when `payload` is too long */
export function assertPayloadSize(payload: string): void {
  if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES)
    throw new RangeError(`A payload has at most ${MAX_PAYLOAD_BYTES} bytes`)
}
