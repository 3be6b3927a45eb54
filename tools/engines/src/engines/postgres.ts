import { preparePostgres } from '@meadow/stack/postgres'
import type { Engine, ServerLocation } from '../engine.ts'
import { probePort } from '../probe-port.ts'

/** Creates a startup message. A ready server requests authentication; a starting one responds with an error. */
function createStartupMessage(): Buffer {
  const names = Buffer.from('user\0meadow\0database\0postgres\0\0')
  const head = Buffer.alloc(8)
  head.writeInt32BE(8 + names.length, 0)
  head.writeInt32BE(196_608, 4)
  return Buffer.concat([head, names])
}

const AUTHENTICATION_REQUEST = 'R'.charCodeAt(0)

const prepareServer = ({ ports: [port = 0], dir }: ServerLocation) => preparePostgres({ dir, port, log: console.error })

/** The PostgreSQL from npm that `npm start` uses. It is always installed. */
export const postgres: Engine = {
  name: 'postgres',
  version: 'PostgreSQL from npm',
  ports: [25_432],
  listMissing: () => [],
  isObtained: () => true,
  obtain: async () => {},
  async prepare(location) {
    const { url, ...launch } = await prepareServer(location)
    return { ...launch, stopSignal: 'SIGINT' }
  },
  isReady: ({ ports: [port = 0] }) =>
    probePort(port, createStartupMessage(), (response) => response[0] === AUTHENTICATION_REQUEST),
  variables: async (location) => ({ STORE_URL: (await prepareServer(location)).url }),
}
