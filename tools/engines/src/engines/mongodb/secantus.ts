import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureFolder } from '../../folders.ts'
import { runCommand } from '../../run-command.ts'
import { VERSIONS } from '../../versions.ts'
import type { MongoProgram } from './mongo-program.ts'

const getVenvFolder = () => ensureFolder('mongodb', VERSIONS.secantus)
const getMarkFile = () => join(getVenvFolder(), 'obtained')
/** Returns the file of a program of its Python environment. */
export const toVenvProgram = (program: string) => join(getVenvFolder(), 'venv', 'bin', program)

/**
 * Runs SecantusDB with a transaction lifetime of ten seconds, as in docker-compose.yml, so that a killed process does not
 * hold its locks longer. There is no option for that.
 */
const PYTHON_PROGRAM = `
import functools, sys, secantus.cli
secantus.cli.SecantusDBServer = functools.partial(secantus.cli.SecantusDBServer, transaction_lifetime_seconds=10)
sys.exit(secantus.cli.main())`

/**
 * SecantusDB: MongoDB's protocol over WiredTiger, as a replica set of one. It replaces MongoDB in tests on machines without
 * MongoDB, and is never shipped.
 */
export const secantus: MongoProgram & { name: string } = {
  name: 'SecantusDB',
  version: `MongoDB's protocol by SecantusDB ${VERSIONS.secantus}`,
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
}
