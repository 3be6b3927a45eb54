/** A NOTIFY of PostgreSQL carries less than 8,000 bytes; what one engine refuses, all do. */
const MAX_PAYLOAD_BYTES = 7_999

/** @throws RangeError when `payload` is too long for some engine */
export function assertPayloadSize(payload: string): void {
  if (Buffer.byteLength(payload) > MAX_PAYLOAD_BYTES)
    throw new RangeError(`A message has at most ${MAX_PAYLOAD_BYTES} bytes`)
}
