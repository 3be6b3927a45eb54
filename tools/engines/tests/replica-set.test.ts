import { describe, expect, it } from '@jest/globals'
import type { Document } from 'mongodb'
import { initiateReplicaSet } from '../src/engines/mongodb/replica-set.ts'

const commandError = (code: number) => Object.assign(new Error(`code ${code}`), { code })

/** A server with this configuration, which becomes the primary after a few requests. */
function createServer(config?: Document) {
  const commands: Document[] = []
  let requestsUntilPrimary = 2
  const run = async (command: Document): Promise<Document> => {
    if (command['hello']) return { isWritablePrimary: requestsUntilPrimary-- <= 0 }
    commands.push(command)
    if (command['replSetInitiate'] && config) throw commandError(23)
    return { config, ok: 1 }
  }
  return { run, commands }
}

describe('the replica set of MongoDB', () => {
  it('is initiated with one member, which becomes the primary', async () => {
    const { run, commands } = createServer()
    await initiateReplicaSet(run, '127.0.0.1:27217')
    const members = [{ _id: 0, host: '127.0.0.1:27217' }]
    expect(commands).toEqual([{ replSetInitiate: { _id: 'meadow', members } }])
    expect(await run({ hello: 1 })).toEqual({ isWritablePrimary: true })
  })

  it('keeps its configuration at the same address', async () => {
    const { run, commands } = createServer({ version: 3, members: [{ _id: 0, host: '127.0.0.1:27217' }] })
    await initiateReplicaSet(run, '127.0.0.1:27217')
    expect(commands.slice(1)).toEqual([{ replSetGetConfig: 1 }])
  })

  it('gets the address of another port', async () => {
    const settings = { electionTimeoutMillis: 10_000 }
    const { run, commands } = createServer({
      version: 3,
      settings,
      members: [{ _id: 0, host: '127.0.0.1:1', votes: 1 }],
    })
    await initiateReplicaSet(run, '127.0.0.1:27218')
    const members = [{ _id: 0, host: '127.0.0.1:27218', votes: 1 }]
    expect(commands.at(-1)).toEqual({ replSetReconfig: { version: 4, settings, members }, force: true })
  })

  it('fails with every other error', async () => {
    const run = async () => Promise.reject(commandError(76))
    await expect(initiateReplicaSet(run, '127.0.0.1:27217')).rejects.toThrow('code 76')
  })
})
