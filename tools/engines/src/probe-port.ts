import { connect } from 'node:net'

const PROBE_TIMEOUT_MS = 1_000

/** Sends a request to a local port. `isExpected` checks the bytes received so far; undefined means incomplete. */
export function probePort(
  port: number,
  request: Buffer,
  isExpected: (response: Buffer) => boolean | undefined,
): Promise<boolean> {
  return new Promise((resolve) => {
    let response: Buffer = Buffer.alloc(0)
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    const end = (result: boolean) => {
      socket.destroy()
      resolve(result)
    }
    socket.setTimeout(PROBE_TIMEOUT_MS, () => end(false))
    socket.on('error', () => end(false))
    socket.on('close', () => end(false))
    socket.on('data', (part) => {
      response = Buffer.concat([response, part])
      const result = isExpected(response)
      if (result !== undefined) end(result)
    })
  })
}
