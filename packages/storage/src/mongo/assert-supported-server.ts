/** The response of a server to `hello`, as far as it tells what the server supports. */
type ServerHello = { setName?: string; msg?: string; maxWireVersion?: number }

/** MongoDB 8.0, which writes to several collections in one command. */
const MIN_WIRE_VERSION = 25

/** @throws Error for a server without transactions, or older than MongoDB 8.0 */
export function assertSupportedServer({ setName, msg, maxWireVersion = 0 }: ServerHello): void {
  if (!setName && msg !== 'isdbgrid')
    throw new Error('MongoDB must run as a replica set (one member is enough): transactions need it')
  if (maxWireVersion < MIN_WIRE_VERSION) throw new Error('MongoDB must be version 8.0 or newer')
}
