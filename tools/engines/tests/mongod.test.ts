import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { describeOnEachEngine } from '@meadow/testing'
import { onOwnEngine, startOwnServer } from '@meadow/testing/engines'
import { MongoClient } from 'mongodb'
import { describeEngine } from '../src/commands.ts'
import { mongodb } from '../src/engines/mongodb/mongodb.ts'
import { secantus, toVenvProgram } from '../src/engines/mongodb/secantus.ts'

const FAKE_PROGRAM = join(import.meta.dirname, 'fake-mongod.py')

let folder: string
let startLog: string
const original = { ...process.env }
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meadow-mongod-'))
  startLog = join(folder, 'starts')
  process.env['FAKE_MONGOD_LOG'] = startLog
})
afterEach(async () => {
  for (const name of ['MONGOD', 'PATH', 'FAKE_MONGOD_LOG']) restoreVariable(name)
  await rm(folder, { recursive: true })
})

function restoreVariable(name: string) {
  if (original[name] === undefined) delete process.env[name]
  else process.env[name] = original[name]
}

/** Writes a `mongod` that runs the fake program with the Python of SecantusDB. */
async function installFakeMongod(python = toVenvProgram('python')): Promise<string> {
  const file = join(folder, 'mongod')
  await writeFile(file, `#!/bin/sh\nexec '${python}' '${FAKE_PROGRAM}' "$@"\n`)
  await chmod(file, 0o755)
  return file
}

const readStarts = async (): Promise<string[][]> =>
  (await readFile(startLog, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('the engine of MongoDB', () => {
  it('is SecantusDB without a mongod', () => {
    delete process.env['MONGOD']
    process.env['PATH'] = folder
    expect(mongodb.version).toBe(secantus.version)
  })

  it('is the mongod on the PATH', async () => {
    delete process.env['MONGOD']
    await installFakeMongod('python3')
    process.env['PATH'] = `${folder}:${original['PATH']}`
    expect(mongodb.version).toBe('MongoDB 8.0.99')
    expect(mongodb.isObtained()).toBe(true)
  })

  it('reports a program in MONGOD that does not exist', async () => {
    process.env['MONGOD'] = join(folder, 'nothing')
    expect(await describeEngine(mongodb)).toContain(`lacks the program ${folder}/nothing (MONGOD names it)`)
  })
})

describeOnEachEngine(
  onOwnEngine(secantus, () => startOwnServer(mongodb)),
  (open) => {
    it('starts the mongod of MONGOD as a replica set of one on the loopback interface', async () => {
      process.env['MONGOD'] = await installFakeMongod()
      await using server = await open()
      await using client = new MongoClient(`mongodb://127.0.0.1:${server.port}/?directConnection=true`)
      expect(await client.db('admin').command({ hello: 1 })).toMatchObject({ isWritablePrimary: true })
      const [first] = await readStarts()
      expect(first).toEqual([
        ...['--replSet', 'meadow', '--bind_ip', '127.0.0.1', '--port', String(server.port), '--nounixsocket'],
        ...['--dbpath', join(server.location.dir, 'mongod'), '--wiredTigerCacheSizeGB', '0.25'],
        ...['--setParameter', 'transactionLifetimeLimitSeconds=10'],
      ])
    })

    it('keeps its data after a restart', async () => {
      process.env['MONGOD'] = await installFakeMongod()
      await using server = await open()
      await using client = new MongoClient(`mongodb://127.0.0.1:${server.port}/?directConnection=true`)
      await client
        .db('test')
        .collection('notes')
        .insertOne({ text: 'stored' }, { writeConcern: { j: true } })
      await server.stop()
      await server.start()
      expect(await client.db('test').collection('notes').findOne({})).toMatchObject({ text: 'stored' })
      expect(await readStarts()).toHaveLength(2)
    })
  },
)
