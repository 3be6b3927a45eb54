import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findOnPath, isExecutable } from '../../run-command.ts'
import type { MongoProgram } from './mongo-program.ts'
import { ensureReplicaSet, REPLICA_SET } from './replica-set.ts'

/** Finds the `mongod` of this machine: the file in MONGOD, or the first one on the PATH. */
export const findMongod = (): string | undefined => process.env['MONGOD'] || findOnPath('mongod')

/** Reads the version, which `mongod --version` prints as "db version v8.0.17". */
const readVersion = (file: string) => /v(\d\S*)/.exec(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout)?.[1]

/** Creates the commands of MongoDB itself, as a replica set of one, which transactions need. */
export const createMongod = (file: string): MongoProgram => ({
  get version() {
    return `MongoDB ${readVersion(file) ?? '(unknown version)'}`
  },
  listMissing: () => (isExecutable(file) ? [] : [`the program ${file} (MONGOD names it)`]),
  isObtained: () => isExecutable(file),
  obtain: async () => {},
  async prepare({ ports: [port], dir }) {
    const data = join(dir, 'mongod') // beside the data of SecantusDB, which it could not read
    mkdirSync(data, { recursive: true })
    const network = ['--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket']
    const storage = ['--dbpath', data, '--wiredTigerCacheSizeGB', '0.25']
    // as in docker-compose.yml: a killed process does not hold its locks longer
    const limits = ['--setParameter', 'transactionLifetimeLimitSeconds=10']
    return { command: file, args: ['--replSet', REPLICA_SET, ...network, ...storage, ...limits] }
  },
  initialize: ({ ports: [port = 0] }) => ensureReplicaSet(port, `127.0.0.1:${port}`),
})
