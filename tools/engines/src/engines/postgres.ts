import { preparePostgres } from '@meadow/stack/postgres'
import { ask } from '../ask.ts'
import type { Engine, Place } from '../engine.ts'

/** What asks who we are: a server that is still starting answers an error instead. */
function startup(): Buffer {
  const names = Buffer.from('user\0meadow\0database\0postgres\0\0')
  const head = Buffer.alloc(8)
  head.writeInt32BE(8 + names.length, 0)
  head.writeInt32BE(196_608, 4)
  return Buffer.concat([head, names])
}

const ASKS_FOR_PASSWORD = 'R'.charCodeAt(0)

const prepared = ({ ports: [port = 0], dir }: Place) => preparePostgres({ dir, port, log: console.error })

/** PostgreSQL, as `npm start` brings it: a package of npm, so it is always here. */
export const postgres: Engine = {
  name: 'postgres',
  version: 'PostgreSQL of npm',
  ports: [25_432],
  missing: () => [],
  isObtained: () => true,
  obtain: async () => {},
  async prepare(place) {
    const { url, ...launch } = await prepared(place)
    return { ...launch, endBy: 'SIGINT' }
  },
  isReady: ({ ports: [port = 0] }) => ask(port, startup(), (answer) => answer[0] === ASKS_FOR_PASSWORD),
  variables: async (place) => ({ STORE_URL: (await prepared(place)).url }),
}
