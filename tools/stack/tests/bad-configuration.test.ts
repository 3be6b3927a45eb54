import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { toMaintenanceUrl } from '@meadow/storage'
import { eventually } from '@meadow/testing'
import pg from 'pg'
import { findFreePort } from '../src/free-port.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const SECRET = 'not-for-logs'
const SERVICES = ['auth', 'social', 'posts', 'notify', 'chat']
const toMain = (service: string) => `services/${service}/src/main.ts`
const toMigrate = (service: string) => `services/${service}/src/migrate.ts`

const ALL_ENGINES_MISSING = /STORE_URL: is not set; BUS_URL: is not set; STATE_URL: is not set/
const AWAY = `postgres://meadow:${SECRET}@127.0.0.1:1`
const ENGINES = { STORE_URL: AWAY, BUS_URL: AWAY, STATE_URL: AWAY, MEDIA_URL: 'file:///nowhere' }
const server = process.env['TEST_POSTGRES_URL'] ?? ''

/** Starts a program of the product with this environment and nothing else. */
function start(script: string, environment: Record<string, string> = {}) {
  const env = { PATH: process.env['PATH'], PORT: '0', HOST: '127.0.0.1', ...environment }
  const child = spawn(process.execPath, [join(ROOT, script)], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const exited = once(child, 'close').then(([code]) => code as number)
  return { child, exited, readLines: () => output.split('\n').filter((line) => line !== '') }
}

/** Runs a program that cannot start. Returns its exit code and its only line. */
async function runToEnd(script: string, environment: Record<string, string>) {
  const { exited, readLines } = start(script, environment)
  const exitCode = await exited
  const lines = readLines()
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain(SECRET)
  expect(lines[0]).not.toMatch(/\\n {4}at /)
  return { exitCode, message: lines[0]?.startsWith('{') ? String(JSON.parse(lines[0]).msg) : lines[0] }
}

describe('a program that cannot start says why in one line, without secrets, and fails:', () => {
  it.each([
    ...SERVICES.map((name) => [toMain(name), {}, ALL_ENGINES_MISSING] as const),
    ...SERVICES.map((name) => [toMigrate(name), {}, /STORE_URL: is not set/] as const),
    [toMain('chat'), { ...ENGINES, STORE_URL: `mysql://meadow:${SECRET}@db` }, /STORE_URL: must be .* mongodb:/],
    [toMain('auth'), { ...ENGINES, STORE_URL: `mongodb://meadow:${SECRET}@db` }, /STORE_URL: must be .* postgres:/],
    [toMain('posts'), { ...ENGINES, BUS_URL: 'amqp://bus' }, /BUS_URL: must be .* kafka:/],
    [toMain('posts'), { ...ENGINES, STATE_URL: 'memcached://state' }, /STATE_URL: must be .* redis:/],
    [toMain('posts'), { ...ENGINES, MEDIA_URL: 'ftp://pictures' }, /MEDIA_URL: must be .* s3:/],
    [toMain('posts'), { ...ENGINES, AUTH_URL: 'auth:8080' }, /AUTH_URL: /],
    [toMain('posts'), { ...ENGINES, STORE_URL: `postgres://meadow:${SECRET}/%@host:x` }, /STORE_URL: must be/],
    [toMain('social'), { ...ENGINES, PORT: 'http' }, /PORT: /],
    [
      toMain('auth'),
      { ...ENGINES, SIGNING_KEY_ENCRYPTION_KEY: SECRET },
      /SIGNING_KEY_ENCRYPTION_KEY: must be 32 bytes/,
    ],
    [toMain('auth'), { ...ENGINES, STORE_URL: '', STORE_URL_FILE: '/nowhere/secret' }, /STORE_URL_FILE: .*ENOENT/],
    ['gateway/src/main.ts', { CHAT_URL: 'https://chat' }, /CHAT_URL.*: must be an http:/],
    ['gateway/src/main.ts', { FEED_FRONTEND_URL: 'feed' }, /FEED_FRONTEND_URL: must be an http:/],
    ['gateway/src/main.ts', { LOG_LEVEL: 'loud', TRUSTED_PROXIES: 'all' }, /LOG_LEVEL: .*; TRUSTED_PROXIES: /],
    ['packages/frontend-server/src/main.ts', { PORT: '-1' }, /PORT: /],
    ['packages/events/src/roles/main.ts', { BUS_URL: `amqp://meadow:${SECRET}@bus` }, /must be kafka:/],
  ])('%s %j', async (script, environment, expected) => {
    const { exitCode, message } = await runToEnd(script, environment)
    expect(message).toMatch(expected)
    expect(exitCode).toBe(1)
  })

  it('its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const environment = { PORT: String((other.address() as AddressInfo).port) }
    const { exitCode, message } = await runToEnd('packages/frontend-server/src/main.ts', environment)
    other.close()
    expect(message).toContain('EADDRINUSE')
    expect(exitCode).toBe(1)
  })
})

describe('a service', () => {
  const databases = ['store', 'auth_store', 'bus', 'state'].map(
    (name) => `test_${randomBytes(6).toString('hex')}_${name}`,
  )
  const [store, authStore, bus, state] = databases
  const toUrl = (database: string | undefined) => Object.assign(new URL(server), { pathname: `/${database}` }).href
  const engines = { STORE_URL: toUrl(store), BUS_URL: toUrl(bus), STATE_URL: toUrl(state) }
  afterAll(async () => {
    const client = new pg.Client(toMaintenanceUrl(server))
    await client.connect()
    for (const database of databases) await client.query(`drop database if exists "${database}" with (force)`)
    await client.end()
  })

  it('that its store refuses says so, and fails', async () => {
    const url = Object.assign(new URL(engines.STORE_URL), { username: 'nobody', password: SECRET }).href
    for (const script of [toMain('notify'), toMigrate('notify')])
      expect(await runToEnd(script, { ...engines, STORE_URL: url })).toMatchObject({
        exitCode: 1,
        message: expect.stringMatching(/^STORE_URL: the store refuses its user: .*"nobody"/),
      })
  })

  it('without its migrations names the command, and fails', async () => {
    expect(await runToEnd(toMain('notify'), { ...engines, AUTO_MIGRATE: 'off' })).toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(/lacks members\/0001-members and \d+ more: run src\/migrate\.ts of the service/),
    })
  })

  it('waits for its store: it is live and not ready, and logs only the begin and the end', async () => {
    const [port, storePort] = [await findFreePort(), await findFreePort()]
    const url = Object.assign(new URL(engines.STORE_URL), { hostname: '127.0.0.1', port: String(storePort) }).href
    const { child, exited, readLines } = start(toMain('notify'), { ...engines, STORE_URL: url, PORT: String(port) })
    const readMessages = () => readLines().map((line) => JSON.parse(line).msg)
    const probe = async (name: string) => (await fetch(`http://127.0.0.1:${port}/health/${name}`)).status
    await eventually(async () => expect(await probe('live')).toBe(200))
    expect(await probe('ready')).toBe(503)
    const attempts = createServer((socket) => socket.destroy()).listen(storePort, '127.0.0.1')
    for (let attempt = 0; attempt < 3; attempt += 1) await once(attempts, 'connection')
    expect(readMessages()).toEqual(['waiting for the store'])
    attempts.close()
    await once(attempts, 'close')
    await using proxy = await openTcpProxy(storePort, new URL(server))
    await eventually(async () => expect(await probe('ready')).toBe(200))
    expect(readMessages().slice(0, 2)).toEqual(['waiting for the store', 'the store is available'])
    expect(proxy.connections).toBeGreaterThan(0)
    child.kill('SIGINT')
    expect(await exited).toBe(0)
    expect(readLines().join()).not.toContain(new URL(server).password || SECRET)
  })

  it('waits again if its store stops accepting connections after the first ones', async () => {
    const [port, storePort] = [await findFreePort(), await findFreePort()]
    const url = Object.assign(new URL(toUrl(authStore)), { hostname: '127.0.0.1', port: String(storePort) }).href
    await using proxy = await openTcpProxy(storePort, new URL(server))
    proxy.refuseAfterClockReads(2) // of the wait, and of the clock; then the engines are opened
    const { child, exited, readLines } = start(toMain('auth'), { ...engines, STORE_URL: url, PORT: String(port) })
    const readMessages = () => readLines().map((line) => JSON.parse(line).msg)
    const probe = async (name: string) => (await fetch(`http://127.0.0.1:${port}/health/${name}`)).status
    await eventually(async () => expect(await probe('live')).toBe(200))
    await eventually(async () => expect(await probe('ready')).toBe(503)) // nothing listens for a moment when the first wait ends
    await eventually(() => expect(proxy.refused).toBeGreaterThan(3))
    expect(readMessages()).toEqual(['waiting for the engines'])
    proxy.acceptAll()
    await eventually(async () => expect(await probe('ready')).toBe(200))
    expect(readMessages().slice(0, 2)).toEqual(['waiting for the engines', 'the engines are available'])
    child.kill('SIGINT')
    expect(await exited).toBe(0)
  })

  it('that waits for its store ends at once by SIGTERM', async () => {
    const port = await findFreePort()
    const { child, exited } = start(toMain('notify'), { ...ENGINES, PORT: String(port) })
    await eventually(async () => expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200))
    child.kill('SIGTERM')
    expect(await exited).toBe(143)
  })
})

/** Forwards connections at a port of this machine to a server. */
async function openTcpProxy(port: number, target: URL) {
  let [connections, refused, clockReads] = [0, 0, 0]
  let maxClockReads = Number.POSITIVE_INFINITY
  const sockets = new Set<Socket>()
  const proxy = createServer((socket) => {
    connections += 1
    socket.on('error', () => undefined)
    if (clockReads >= maxClockReads) {
      refused += 1
      socket.destroy()
      return
    }
    const upstream = connect(Number(target.port || 5_432), target.hostname)
    for (const one of [socket, upstream]) {
      sockets.add(one)
      one.on('error', () => undefined)
    }
    socket.once('data', (startup) => {
      // at its begin: the next connection may arrive before the end of this one is noticed
      if (startup.includes(' clock')) clockReads += 1
    })
    socket.pipe(upstream).pipe(socket)
  }).listen(port, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    get connections() {
      return connections
    },
    get refused() {
      return refused
    },
    /** Closes each new connection at once as soon as the time of the server has been read this often. */
    refuseAfterClockReads(count: number) {
      maxClockReads = count
    },
    acceptAll() {
      maxClockReads = Number.POSITIVE_INFINITY
    },
    async [Symbol.asyncDispose]() {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
