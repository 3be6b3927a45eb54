import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import { newId, readEnvironment } from '../src/index.ts'

/** Runs these lines in a process of its own, with the exports of the package as `service`. */
function run(lines: string, variables: Record<string, string> = {}) {
  const index = join(import.meta.dirname, '../src/index.ts')
  const code = `import * as service from '${index}'\n${lines}`
  const env = { ...process.env, ...variables }
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { env })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, exitCode: ended, output: text(child.stdout) }
}

describe('a process', () => {
  it.each([
    ['throws', "setTimeout(() => { throw new Error('boom') })"],
    ['rejects', "Promise.reject(new Error('boom'))"],
  ])('that %s without a handler logs the error and ends', async (_what, line) => {
    const { exitCode, output } = run(`
      service.exitOnUncaughtException(service.createLogger({ name: 'test', level: 'info' }))
      setInterval(() => undefined, 1000)
      ${line}`)
    expect(await exitCode).toBe(1)
    expect(JSON.parse(await output)).toMatchObject({
      level: 60,
      msg: 'uncaught error, the process ends',
      err: { message: 'boom' },
    })
  })

  it.each([
    ['its message, if that says what to mend', "throw new Error('the volume is full')", { msg: 'the volume is full' }],
    [
      'its stack, if the program is wrong',
      'undefined.name',
      { msg: 'uncaught error, the process ends', err: { stack: expect.stringContaining(' at ') } },
    ],
    ['no address with a password', "new URL('postgres://a:secret@b:c')", { msg: 'Invalid URL' }],
  ])('that cannot start fails with one line about the error: %s', async (_what, line, expected) => {
    const { exitCode, output } = run(`await service.runProcess('test', async () => { ${line} })`)
    expect(await exitCode).toBe(1)
    expect(JSON.parse(await output)).toMatchObject({ level: 60, name: 'test', ...expected })
    expect(await output).not.toContain('secret')
  })

  const WAITS = `
    const alive = setInterval(() => undefined, 1000)
    const server = { startDraining: () => process.stdout.write(' draining') }
    setTimeout(() => process.stdout.write('waiting'))
    await service.waitForShutdown(server, Number(process.env.DRAIN))
    clearInterval(alive)
    process.stdout.write(' stopped')`
  const MANY_SECONDS = '1000'

  it.each([
    ['SIGTERM drains for the given time', '0.01', ['SIGTERM'], 'waiting draining stopped'],
    ['a second SIGTERM ends the drain time', MANY_SECONDS, ['SIGTERM', 'SIGTERM'], 'waiting draining stopped'],
    ['SIGINT ends the drain time', MANY_SECONDS, ['SIGTERM', 'SIGINT'], 'waiting draining stopped'],
    ['SIGINT alone needs no drain time', MANY_SECONDS, ['SIGINT'], 'waiting stopped'],
  ] as const)('stops after a signal and then ends by itself: %s', async (_what, drain, signals, expected) => {
    const { child, exitCode, output } = run(WAITS, { DRAIN: drain })
    for (const signal of signals) {
      await once(child.stdout, 'data')
      child.kill(signal)
    }
    expect(await exitCode).toBe(0)
    expect(await output).toBe(expected)
  })
})

describe('the log', () => {
  it('contains the request id and no secrets', async () => {
    const { output } = run(`
      const log = service.createLogger({ name: 'test', level: 'info' })
      service.withTrace('00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01', () => {
        log.info({ password: 'p1', token: 't1', headers: { authorization: 'a1', cookie: 'c1', 'set-cookie': 's1' } }, 'message')
      })`)
    const line = await output
    expect(JSON.parse(line)).toMatchObject({ name: 'test', requestId: 'ab'.repeat(16), msg: 'message' })
    expect(line).not.toMatch(/p1|t1|a1|c1|s1/)
  })

  const LOG = `const log = service.createLogger({ name: 'test', level: 'info' })`

  it('has the lines before a warning, also if the process is killed after it', async () => {
    const { output } = run(`${LOG}
      log.info('first')
      log.warn('second')
      log.info('third')
      process.kill(process.pid, 'SIGKILL')`)
    const lines = (await output).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['first', 'second'])
  })

  it('has each line soon, while the process works on', async () => {
    const { child } = run(`${LOG}
      log.info('first')
      setInterval(() => undefined, 1000)`)
    const [line] = await once(child.stdout, 'data')
    expect(JSON.parse(line)).toMatchObject({ msg: 'first' })
    child.kill('SIGKILL')
  })
})

describe('readEnvironment', () => {
  const schema = z.object({ STORE_URL: z.url(), PORT: z.coerce.number().default(1) })

  it('parses the variables and names every invalid one', () => {
    expect(readEnvironment(schema, { STORE_URL: 'postgres://x', PORT: '' })).toEqual({
      STORE_URL: 'postgres://x',
      PORT: 1,
    })
    expect(() => readEnvironment(schema, { PORT: 'x' })).toThrow(/STORE_URL: is not set; PORT: Invalid/)
  })
})

describe('newId', () => {
  it('creates ids of the given time that sort in the order of creation', () => {
    const at = new Date('2020-01-02T03:04:05.678Z')
    const ids = Array.from({ length: 1_000 }, () => newId(at))
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(1_000)
    for (const id of [ids[0], ids[999]]) {
      expect(z.uuidv7().safeParse(id).success).toBe(true)
      expect(Number.parseInt(String(id).replaceAll('-', '').slice(0, 12), 16)).toBe(at.getTime())
    }
  })
})
