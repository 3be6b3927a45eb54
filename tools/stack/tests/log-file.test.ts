import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { createLogFile } from '../src/log-file.ts'
import { createTestFolder } from './fixtures.ts'

const LINE_COUNT = 5_000
const PRINTS_LINES = `for (let n = 0; n < ${LINE_COUNT}; n++) (n % 2 ? console.error : console.log)(JSON.stringify({ n }))`

/** Runs JavaScript in a process of its own, whose output goes to the log. */
async function runProcess(code: string, log: ReturnType<typeof createLogFile>) {
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const output of [child.stdout, child.stderr]) log.appendFrom(output)
  await once(child, 'close')
}

/** Reads the log and its older files, oldest first. */
async function readLogs(folder: string) {
  const names = (await readdir(folder)).filter((name) => name.startsWith('auth.log'))
  const ageOf = (name: string) => Number(name.split('.')[2] ?? 0)
  return Promise.all(
    names
      .sort((a, b) => ageOf(b) - ageOf(a))
      .map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  )
}

describe('a log', () => {
  it('is rotated while its process writes, without losing or tearing a line', async () => {
    await using folder = await createTestFolder()
    const log = createLogFile(join(folder.path, 'auth.log'), { maxBytes: 4_096, maxOlderFiles: 1_000 })
    await runProcess(PRINTS_LINES, log)
    const files = await readLogs(folder.path)
    expect(files.length).toBeGreaterThan(1)
    for (const { text } of files) expect(text).toMatch(/^(?:\{"n":\d+\}\n)+$/)
    const numbers = files.flatMap(({ text }) => [...text.matchAll(/\d+/g)].map(Number))
    const everyNumber = Array.from({ length: LINE_COUNT }, (_, n) => n)
    expect(numbers.filter((n) => n % 2 === 0)).toEqual(everyNumber.filter((n) => n % 2 === 0))
    expect(numbers.filter((n) => n % 2 === 1)).toEqual(everyNumber.filter((n) => n % 2 === 1))
  })

  it('has a limited size and a limited number of older files', async () => {
    await using folder = await createTestFolder()
    const log = createLogFile(join(folder.path, 'auth.log'), { maxBytes: 29, maxOlderFiles: 2 })
    const output = new PassThrough()
    log.appendFrom(output)
    for (let n = 0; n < 100; n++) output.write(`line number ${n}\n`)
    output.end()
    await once(output, 'end')
    const files = await readLogs(folder.path)
    expect(files.map(({ name }) => name)).toEqual(['auth.log.2', 'auth.log.1', 'auth.log'])
    expect(files.map(({ text }) => text)).toEqual(['line number 97\n', 'line number 98\n', 'line number 99\n'])
  })

  it('counts what an earlier start has written', async () => {
    await using folder = await createTestFolder()
    await writeFile(join(folder.path, 'auth.log'), 'of an earlier start\n')
    const log = createLogFile(join(folder.path, 'auth.log'), { maxBytes: 20, maxOlderFiles: 1 })
    await runProcess("console.log('of this start')", log)
    const files = await readLogs(folder.path)
    expect(files.map(({ text }) => text)).toEqual(['of an earlier start\n', 'of this start\n'])
  })

  it('joins the parts of a line, ends the last line, and is readable by its user only', async () => {
    await using folder = await createTestFolder()
    const file = join(folder.path, 'auth.log')
    const output = new PassThrough()
    createLogFile(file).appendFrom(output)
    for (const part of ['a line ', 'in parts\nand ', 'no end']) output.write(part)
    output.end()
    await once(output, 'end')
    expect(await readFile(file, 'utf8')).toBe('a line in parts\nand no end\n')
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600) // Windows has no modes
  })

  it('does not end the product when it cannot be written', async () => {
    const output = new PassThrough()
    createLogFile('/nowhere/at/all/auth.log').appendFrom(output)
    output.end('a line\n')
    await once(output, 'end')
  })
})
