import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { assertLogsClean, findLogProblems } from '../src/product/log-check.ts'

const toLine = (level: number, msg: string) => JSON.stringify({ level, msg })
const LEASES = toLine(40, 'presence lease could not be renewed, retrying')

let dataDir: string
const write = (file: string, ...lines: string[]) => writeFile(join(dataDir, 'logs', file), `${lines.join('\n')}\n`)
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'meadow-logs-'))
  await mkdir(join(dataDir, 'logs'))
})
afterAll(() => rm(dataDir, { recursive: true }))

it('finds warnings and errors of every process, in rotated logs, and in lines that are no JSON', async () => {
  await write('auth.log', toLine(30, 'an Error is mentioned'), toLine(20, 'detail'))
  await write('chat.log', LEASES)
  await write('chat-2.log.1', toLine(50, 'unexpected error'))
  await write('posts.log', toLine(30, 'listening'), 'TypeError: x is not a function', '{"level":30,"msg":"cut o')
  await write('postgres.log', '2026-01-01 LOG:  ready', '2026-01-01 [9] ERROR:  duplicate key value')
  const problems = await findLogProblems(dataDir)
  expect(problems).toEqual([
    { process: 'chat-2', line: toLine(50, 'unexpected error') },
    { process: 'chat', line: LEASES },
    { process: 'postgres', line: '2026-01-01 [9] ERROR:  duplicate key value' },
    { process: 'posts', line: 'TypeError: x is not a function' },
    { process: 'posts', line: '{"level":30,"msg":"cut o' },
  ])
})

it('names the product, the process and the line, and accepts what a test has injected', async () => {
  await rm(join(dataDir, 'logs'), { recursive: true })
  await mkdir(join(dataDir, 'logs'))
  await write('chat.log', LEASES, LEASES)
  const check = assertLogsClean('the plain start', dataDir)
  await expect(check).rejects.toThrow('in the logs of the plain start')
  await expect(check).rejects.toThrow('2 x chat: presence lease could not be renewed, retrying')
  const injected = { processes: ['chat'], text: /presence lease/, reason: 'the test takes the shared state away' }
  await assertLogsClean('the plain start', dataDir, [injected])
  const ofOthers = { ...injected, processes: ['auth'] }
  await expect(assertLogsClean('the plain start', dataDir, [ofOthers])).rejects.toThrow('chat')
})
