import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import { newId, readEnvironment } from '../src/index.ts'

/** A process of its own that runs these lines with what the package exports. */
function run(lines: string) {
  const index = join(import.meta.dirname, '../src/index.ts')
  const child = spawn(process.execPath, ['--input-type=module', '-e', `import * as service from '${index}'\n${lines}`])
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended, said: text(child.stdout) }
}

describe('a process', () => {
  it.each([
    ['throws', "setTimeout(() => { throw new Error('boom') })"],
    ['rejects', "Promise.reject(new Error('boom'))"],
  ])('that %s what nobody catches logs it and ends', async (_what, line) => {
    const { ended, said } = run(`
      service.endOnUncaught(service.createLogger({ name: 'test', level: 'info' }))
      setInterval(() => undefined, 1000)
      ${line}`)
    expect(await ended).toBe(1)
    expect(JSON.parse(await said)).toMatchObject({ level: 60, msg: 'uncaught error, ending', err: { message: 'boom' } })
  })

  it('waits for a signal, then ends as it likes', async () => {
    const { child, ended, said } = run(`
      setTimeout(() => process.stdout.write('waiting '))
      const alive = setInterval(() => undefined, 1000)
      process.stdout.write(await service.signalled('SIGTERM', 'SIGINT'))
      clearInterval(alive)`)
    await new Promise((resolve) => child.stdout.once('data', resolve))
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(await said).toBe('waiting SIGTERM')
  })
})

describe('the log', () => {
  it('shows the request id of the work at hand, and no secret', async () => {
    const { said } = run(`
      const log = service.createLogger({ name: 'test', level: 'info' })
      service.withTrace('00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01', () => {
        log.info({ password: 'p1', token: 't1', headers: { authorization: 'a1', cookie: 'c1', 'set-cookie': 's1' } }, 'said')
      })`)
    const line = await said
    expect(JSON.parse(line)).toMatchObject({ name: 'test', requestId: 'ab'.repeat(16), msg: 'said' })
    expect(line).not.toMatch(/p1|t1|a1|c1|s1/)
  })
})

describe('readEnvironment', () => {
  const schema = z.object({ STORE_URL: z.url(), PORT: z.coerce.number().default(1) })

  it('reads what is set, and names everything that is wrong', () => {
    expect(readEnvironment(schema, { STORE_URL: 'postgres://x', PORT: '' })).toEqual({
      STORE_URL: 'postgres://x',
      PORT: 1,
    })
    expect(() => readEnvironment(schema, { PORT: 'x' })).toThrow(/STORE_URL: is not set\n {2}PORT: Invalid/)
  })
})

describe('newId', () => {
  it('makes ids of the given time that sort as they were made', () => {
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
