import type { Engine } from '../../engine.ts'
import { createMongod, findMongod } from './mongod.ts'
import { isMongoResponding } from './replica-set.ts'
import { secantus } from './secantus.ts'

const DATABASE_BY_VARIABLE = { POSTS_STORE_URL: 'meadow_posts', CHAT_STORE_URL: 'meadow_chat' }

const findProgram = () => {
  const file = findMongod()
  return file ? createMongod(file) : secantus
}

/** MongoDB if this machine has a `mongod`, otherwise SecantusDB, which replaces it in tests. */
export const mongodb: Engine = {
  name: 'mongodb',
  get version() {
    return findProgram().version
  },
  ports: [27_217],
  listMissing: () => findProgram().listMissing(),
  isObtained: () => findProgram().isObtained(),
  obtain: () => findProgram().obtain(),
  prepare: (location) => findProgram().prepare(location),
  initialize: async (location) => findProgram().initialize?.(location),
  isReady: ({ ports: [port = 0] }) => isMongoResponding(port),
  variables: ({ ports: [port] }) =>
    Object.fromEntries(
      Object.entries(DATABASE_BY_VARIABLE).map(([name, database]) => [
        name,
        `mongodb://127.0.0.1:${port}/${database}?directConnection=true`,
      ]),
    ),
}
