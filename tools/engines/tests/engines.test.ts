import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { down, environment, status, up } from '../src/commands.ts'
import type { Engine } from '../src/engine.ts'
import { obtained } from '../src/obtain.ts'

/** An engine that is a small web server, so that what is tested here needs no other. */
const small: Engine = {
  name: 'small',
  version: 'Small 1',
  ports: [28_123],
  missing: () => [],
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
let said: string[]
const say = (line: string) => void said.push(line)
const processOf = () => /process (\d+)/.exec(said.at(-1) ?? '')?.[1]

beforeEach(async () => {
  said = []
  cache = await mkdtemp(join(tmpdir(), 'meadow-engines-'))
  process.env['XDG_CACHE_HOME'] = cache
})
afterEach(async () => {
  await down(small, true, say)
  delete process.env['XDG_CACHE_HOME']
  await rm(cache, { recursive: true })
})

describe('npm run engines', () => {
  it('starts an engine once, says where it is, and ends it', async () => {
    expect(await status(small)).toMatch(/^small +down/)
    expect(await environment([small])).toEqual([])
    await up(small, say)
    const first = processOf()
    expect(said.at(-1)).toMatch(/ready after/)
    expect(await status(small)).toContain(`ready, port`)
    const [line] = await environment([small])
    expect(await (await fetch(/'(.*)'/.exec(line ?? '')?.[1] ?? '')).text()).toContain(cache)

    await up(small, say)
    expect(said.at(-1)).toMatch(/runs already/)
    expect(processOf()).toBe(first)

    await down(small, false, say)
    expect(await status(small)).toMatch(/down/)
    await down(small, false, say)
    expect(said.at(-1)).toMatch(/was not running/)
  })

  it('starts one server when two ask at once', async () => {
    await Promise.all([up(small, say), up(small, say)])
    expect(said.map((line) => /runs already|ready after/.exec(line)?.[0]).toSorted()).toEqual([
      'ready after',
      'runs already',
    ])
  })

  it('takes another port where the usual one is taken', async () => {
    const stranger = createServer().listen(small.ports[0], '127.0.0.1')
    await Promise.race([once(stranger, 'listening'), once(stranger, 'error')])
    await up(small, say)
    const port = Number(/port (\d+)/.exec(said.at(-1) ?? '')?.[1])
    expect(port).toBeGreaterThan(small.ports[0] ?? 0)
    expect(await small.isReady({ ports: [port], dir: cache })).toBe(true)
    stranger.close()
  })

  it('leaves a stranger alone that has the process id of an engine', async () => {
    await up(small, say)
    const stranger: ChildProcess = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    await once(stranger, 'spawn')
    await down(small, false, say)
    const note = {
      process: { pid: stranger.pid, token: 'long ago' },
      place: { ports: [1], dir: cache },
      endBy: 'SIGTERM',
    }
    await writeFile(join(cache, 'meadow/engines/running/small.json'), JSON.stringify(note))
    await down(small, false, say)
    expect(said.at(-1)).toMatch(/was not running/)
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
    stranger.kill('SIGKILL')
    await once(stranger, 'exit')
  })

  it('keeps data until it is told to remove it', async () => {
    await up(small, say)
    const data = join(cache, 'meadow/engines/data/small')
    await writeFile(join(data, 'kept'), '')
    await down(small, false, say)
    expect(await readdir(data)).toEqual(['kept'])
    await down(small, true, say)
    expect(await readdir(join(cache, 'meadow/engines/data'))).toEqual([])
  })

  it('shows the end of its log when an engine ends instead of starting', async () => {
    const broken: Engine = {
      ...small,
      isReady: async () => false,
      prepare: async () => ({ command: process.execPath, args: ['-e', 'throw new Error("no room")'] }),
    }
    await expect(up(broken, say)).rejects.toThrow(/small ended while it started:.*no room/s)
  })

  it('says what a machine lacks and how to get it, and obtains nothing then', async () => {
    const lacking: Engine = {
      ...small,
      isObtained: () => false,
      missing: () => ['java (apt-get install java)', 'mvn (…)'],
    }
    await expect(obtained(lacking, say)).rejects.toThrow(
      'small: this machine lacks java (apt-get install java) and mvn (…)',
    )
    expect(await status(lacking)).toContain('lacks java (apt-get install java)')
  })

  it('obtains once though two ask at once', async () => {
    let times = 0
    const fresh: Engine = {
      ...small,
      isObtained: () => times > 0,
      async obtain() {
        times += 1
      },
    }
    await Promise.all([obtained(fresh, say), obtained(fresh, say)])
    expect(times).toBe(1)
  })
})
