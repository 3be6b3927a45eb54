import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { describeEngine, listVariables, startEngine, stopEngine } from '../src/commands.ts'
import type { Engine } from '../src/engine.ts'
import { ensureObtained } from '../src/ensure-obtained.ts'

/** A small web server as an engine, so that these tests need no real one. */
const small: Engine = {
  name: 'small',
  version: 'Small 1',
  ports: [28_123],
  listMissing: () => [],
  isObtained: () => true,
  obtain: async () => {},
  prepare: async ({ ports: [port], dir }) => ({
    command: process.execPath,
    args: ['-e', `require('http').createServer((_, r) => r.end(${JSON.stringify(dir)})).listen(${port}, '127.0.0.1')`],
  }),
  isReady: ({ ports: [port] }) =>
    fetch(`http://127.0.0.1:${port}`).then(
      ({ ok }) => ok,
      () => false,
    ),
  variables: ({ ports: [port] }) => ({ SMALL_URL: `http://127.0.0.1:${port}` }),
}

let cache: string
let logged: string[]
const log = (line: string) => void logged.push(line)
const processOf = () => /process (\d+)/.exec(logged.at(-1) ?? '')?.[1]

beforeEach(async () => {
  logged = []
  cache = await mkdtemp(join(tmpdir(), 'meadow-engines-'))
  process.env['XDG_CACHE_HOME'] = cache
})
afterEach(async () => {
  await stopEngine(small, true, log)
  delete process.env['XDG_CACHE_HOME']
  await rm(cache, { recursive: true })
})

describe('npm run engines', () => {
  it('starts an engine once, reports its port, and stops it', async () => {
    expect(await describeEngine(small)).toMatch(/^small +stopped/)
    expect(await listVariables([small])).toEqual([])
    await startEngine(small, log)
    const first = processOf()
    expect(logged.at(-1)).toMatch(/ready after/)
    expect(await describeEngine(small)).toContain(`ready, port`)
    const [line] = await listVariables([small])
    expect(await (await fetch(/'(.*)'/.exec(line ?? '')?.[1] ?? '')).text()).toContain(cache)

    await startEngine(small, log)
    expect(logged.at(-1)).toMatch(/is already running/)
    expect(processOf()).toBe(first)

    await stopEngine(small, false, log)
    expect(await describeEngine(small)).toMatch(/stopped/)
    await stopEngine(small, false, log)
    expect(logged.at(-1)).toMatch(/was not running/)
  })

  it('starts one server for two concurrent calls', async () => {
    await Promise.all([startEngine(small, log), startEngine(small, log)])
    expect(logged.map((line) => /is already running|ready after/.exec(line)?.[0]).toSorted()).toEqual([
      'is already running',
      'ready after',
    ])
  })

  it('uses another port if the preferred one is in use', async () => {
    const other = createServer().listen(small.ports[0], '127.0.0.1')
    await Promise.race([once(other, 'listening'), once(other, 'error')])
    await startEngine(small, log)
    const port = Number(/port (\d+)/.exec(logged.at(-1) ?? '')?.[1])
    expect(port).toBeGreaterThan(small.ports[0] ?? 0)
    expect(await small.isReady({ ports: [port], dir: cache })).toBe(true)
    other.close()
  })

  it('does not stop another process with the process id of an engine', async () => {
    await startEngine(small, log)
    const other: ChildProcess = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    await once(other, 'spawn')
    await stopEngine(small, false, log)
    const entry = {
      process: { pid: other.pid, token: 'long ago' },
      location: { ports: [1], dir: cache },
      stopSignal: 'SIGTERM',
    }
    await writeFile(join(cache, 'meadow/engines/running/small.json'), JSON.stringify(entry))
    await stopEngine(small, false, log)
    expect(logged.at(-1)).toMatch(/was not running/)
    expect(other.exitCode ?? other.signalCode).toBeNull()
    other.kill('SIGKILL')
    await once(other, 'exit')
  })

  it('keeps the data until it is wiped', async () => {
    await startEngine(small, log)
    const data = join(cache, 'meadow/engines/data/small')
    await writeFile(join(data, 'stored'), '')
    await stopEngine(small, false, log)
    expect(await readdir(data)).toEqual(['stored'])
    await stopEngine(small, true, log)
    expect(await readdir(join(cache, 'meadow/engines/data'))).toEqual([])
  })

  it('shows the end of the log of an engine that exits during its start', async () => {
    const broken: Engine = {
      ...small,
      isReady: async () => false,
      prepare: async () => ({ command: process.execPath, args: ['-e', 'throw new Error("no room")'] }),
    }
    await expect(startEngine(broken, log)).rejects.toThrow(/small exited during its start:.*no room/s)
  })

  it('reports missing programs with how to install them, and obtains nothing', async () => {
    const lacking: Engine = {
      ...small,
      isObtained: () => false,
      listMissing: () => ['java (apt-get install java)', 'mvn (…)'],
    }
    await expect(ensureObtained(lacking, log)).rejects.toThrow(
      'small: this machine lacks java (apt-get install java) and mvn (…)',
    )
    expect(await describeEngine(lacking)).toContain('lacks java (apt-get install java)')
  })

  it('obtains once for two concurrent calls', async () => {
    let times = 0
    const fresh: Engine = {
      ...small,
      isObtained: () => times > 0,
      async obtain() {
        times += 1
      },
    }
    await Promise.all([ensureObtained(fresh, log), ensureObtained(fresh, log)])
    expect(times).toBe(1)
  })
})
