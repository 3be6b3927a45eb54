import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine } from '../engine.ts'
import { ensureFolder } from '../folders.ts'
import { probePort } from '../probe-port.ts'
import { runCommand } from '../run-command.ts'
import { VERSIONS } from '../versions.ts'

const getVenvFolder = () => ensureFolder('mongodb', VERSIONS.secantus)
const getMarkFile = () => join(getVenvFolder(), 'obtained')
const toVenvProgram = (program: string) => join(getVenvFolder(), 'venv', 'bin', program)
/**
 * Runs SecantusDB with a transaction lifetime of ten seconds, as in docker-compose.yml, so that a killed process does not
 * hold its locks longer. There is no option for that.
 */
const PYTHON_PROGRAM = `
import functools, sys, secantus.cli
secantus.cli.SecantusDBServer = functools.partial(secantus.cli.SecantusDBServer, transaction_lifetime_seconds=10)
sys.exit(secantus.cli.main())`

const DATABASE_BY_VARIABLE = { POSTS_STORE_URL: 'meadow_posts', CHAT_STORE_URL: 'meadow_chat' }

/** Creates the command `{ hello: 1, $db: 'admin' }` as OP_MSG. */
function createHelloMessage(): Buffer {
  const fields = [
    Buffer.from('\x10hello\0'),
    toInt32(1),
    Buffer.from('\x02$db\0'),
    toInt32(6),
    Buffer.from('admin\0'),
    Buffer.from([0]),
  ]
  const document = Buffer.concat(fields)
  const sized = Buffer.concat([toInt32(document.length + 4), document])
  const [request, opMsg, flags, section] = [toInt32(1), toInt32(2013), toInt32(0), Buffer.from([0])]
  return Buffer.concat([toInt32(21 + sized.length), request, toInt32(0), opMsg, flags, section, sized])
}

function toInt32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

/**
 * SecantusDB: MongoDB's protocol over WiredTiger, as a replica set of one. It replaces MongoDB in tests on machines without
 * MongoDB, and is never shipped.
 */
export const mongodb: Engine = {
  name: 'mongodb',
  version: `MongoDB's protocol by SecantusDB ${VERSIONS.secantus}`,
  ports: [27_217],
  listMissing: () =>
    existsSync(getMarkFile()) || spawnSync('python3', ['-c', 'import ensurepip, venv']).status === 0
      ? []
      : ['python3 with venv (apt-get install python3-venv)'],
  isObtained: () => existsSync(getMarkFile()),
  async obtain() {
    await runCommand('mongodb', 'python3', ['-m', 'venv', '--clear', join(getVenvFolder(), 'venv')])
    const pipOptions = ['-q', '--disable-pip-version-check', '--only-binary', ':all:']
    await runCommand('mongodb', toVenvProgram('python'), [
      '-m',
      'pip',
      'install',
      ...pipOptions,
      `secantusdb==${VERSIONS.secantus}`,
    ])
    writeFileSync(getMarkFile(), VERSIONS.secantus)
  },
  async prepare({ ports: [port], dir }) {
    const serverOptions = ['--host', '127.0.0.1', '--port', String(port), '--storage-path', dir, '--cache-size', '256M']
    // without the sync a kill loses acknowledged writes
    return {
      command: toVenvProgram('python'),
      args: ['-c', PYTHON_PROGRAM, ...serverOptions, '--sync-on-commit', '--log-level', 'WARNING'],
    }
  },
  isReady: ({ ports: [port = 0] }) =>
    probePort(port, createHelloMessage(), (response) =>
      response.length < 16 ? undefined : response.readInt32LE(12) === 2013,
    ),
  variables: ({ ports: [port] }) =>
    Object.fromEntries(
      Object.entries(DATABASE_BY_VARIABLE).map(([name, database]) => [
        name,
        `mongodb://127.0.0.1:${port}/${database}?directConnection=true`,
      ]),
    ),
}
