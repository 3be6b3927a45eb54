import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from '../ask.ts'
import { runCommand } from '../command.ts'
import type { Engine } from '../engine.ts'
import { folder } from '../folders.ts'
import { VERSIONS } from '../versions.ts'

const home = () => folder('mongodb', VERSIONS.secantus)
const mark = () => join(home(), 'obtained')
const inVenv = (program: string) => join(home(), 'venv', 'bin', program)
/**
 * Its program, but that a transaction nobody goes on with ends after ten seconds, as docker-compose.yml asks of MongoDB: a
 * process that was killed holds what it was changing for no longer. No option says so.
 */
const PROGRAM = `
import functools, sys, secantus.cli
secantus.cli.SecantusDBServer = functools.partial(secantus.cli.SecantusDBServer, transaction_lifetime_seconds=10)
sys.exit(secantus.cli.main())`

const DATABASES = { POSTS_STORE_URL: 'meadow_posts', CHAT_STORE_URL: 'meadow_chat' }

/** `{ hello: 1, $db: 'admin' }` as OP_MSG. */
function hello(): Buffer {
  const fields = [
    Buffer.from('\x10hello\0'),
    int(1),
    Buffer.from('\x02$db\0'),
    int(6),
    Buffer.from('admin\0'),
    Buffer.from([0]),
  ]
  const document = Buffer.concat(fields)
  const sized = Buffer.concat([int(document.length + 4), document])
  const [request, opMsg, flags, section] = [int(1), int(2013), int(0), Buffer.from([0])]
  return Buffer.concat([int(21 + sized.length), request, int(0), opMsg, flags, section, sized])
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

/**
 * SecantusDB: MongoDB's protocol over WiredTiger, shown as a replica set of one. It stands in for MongoDB where that
 * cannot be had; it is a process of tests and is never shipped. Whatever passes on it passes on MongoDB's protocol.
 */
export const mongodb: Engine = {
  name: 'mongodb',
  version: `MongoDB's protocol by SecantusDB ${VERSIONS.secantus}`,
  ports: [27_217],
  missing: () =>
    existsSync(mark()) || spawnSync('python3', ['-c', 'import ensurepip, venv']).status === 0
      ? []
      : ['python3 with venv (apt-get install python3-venv)'],
  isObtained: () => existsSync(mark()),
  async obtain() {
    await runCommand('mongodb', 'python3', ['-m', 'venv', '--clear', join(home(), 'venv')])
    const quietly = ['-q', '--disable-pip-version-check', '--only-binary', ':all:']
    await runCommand('mongodb', inVenv('python'), [
      '-m',
      'pip',
      'install',
      ...quietly,
      `secantusdb==${VERSIONS.secantus}`,
    ])
    writeFileSync(mark(), VERSIONS.secantus)
  },
  async prepare({ ports: [port], dir }) {
    const where = ['--host', '127.0.0.1', '--port', String(port), '--storage-path', dir, '--cache-size', '256M']
    // without the sync a kill loses what was acknowledged last
    return {
      command: inVenv('python'),
      args: ['-c', PROGRAM, ...where, '--sync-on-commit', '--log-level', 'WARNING'],
    }
  },
  isReady: ({ ports: [port = 0] }) =>
    ask(port, hello(), (answer) => (answer.length < 16 ? undefined : answer.readInt32LE(12) === 2013)),
  variables: ({ ports: [port] }) =>
    Object.fromEntries(
      Object.entries(DATABASES).map(([name, database]) => [
        name,
        `mongodb://127.0.0.1:${port}/${database}?directConnection=true`,
      ]),
    ),
}
