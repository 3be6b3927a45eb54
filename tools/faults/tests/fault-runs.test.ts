import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { defineFault } from '../src/fault.ts'
import { listFaultNames, loadFault } from '../src/run/load-faults.ts'
import { formatUsage, parseFaultArguments } from '../src/run/parse-fault-arguments.ts'
import { runFault } from '../src/run/run-fault.ts'
import { createRunFolder } from '../src/run/run-folders.ts'

let runsFolder = ''
beforeEach(() => {
  runsFolder = mkdtempSync(join(tmpdir(), 'meadow-runs-'))
})
afterEach(() => rmSync(runsFolder, { recursive: true, force: true }))

const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8')
const readOnlyRun = () => {
  const [name = ''] = readdirSync(runsFolder)
  return JSON.parse(read(join(runsFolder, name), 'run.json'))
}

describe('a fault run', () => {
  it('keeps its seed, options, history and result in a folder of its own', async () => {
    const fault = defineFault({
      summary: 'is only a test',
      options: { kills: 30 },
      async run({ record }, { kills }) {
        record({ kills })
        return { broken: ['I1 something is missing'], figures: { operations: 7 } }
      },
    })
    const { broken, folder } = await runFault(fault, { name: 'test', seed: 11, options: { kills: 5 }, runsFolder })
    expect(broken).toEqual(['I1 something is missing'])
    expect(readdirSync(folder).sort()).toEqual(['history.jsonl', 'logs', 'run.json'])
    expect(JSON.parse(read(folder, 'history.jsonl'))).toMatchObject({ kills: 5 })
    expect(readOnlyRun()).toMatchObject({
      fault: 'test',
      seed: 11,
      options: { kills: 5 },
      state: 'failed',
      figures: { operations: 7 },
      broken,
    })
  })

  it('stops what it has opened and keeps its folder if it ends by an error or is interrupted', async () => {
    const stopped: string[] = []
    const interruption = new AbortController()
    const run = (name: string, end: () => Promise<never>) =>
      runFault(
        defineFault({
          summary: 'is only a test',
          options: {},
          run({ opened }) {
            opened.defer(() => void stopped.push(name))
            return end()
          },
        }),
        { name, seed: 1, runsFolder, signal: interruption.signal },
      )
    const cause = new Error('503 from chat')
    await expect(run('error', () => Promise.reject(new Error('No response', { cause })))).rejects.toThrow('No response')
    expect(readOnlyRun()).toMatchObject({ state: 'ended by an error', error: expect.stringContaining('503 from chat') })
    const endless = () => {
      interruption.abort(new Error('The run was interrupted'))
      return new Promise<never>(() => undefined)
    }
    await expect(run('interrupted', endless)).rejects.toThrow('The run was interrupted')
    expect(stopped).toEqual(['error', 'interrupted'])
  })

  it('stops what is still starting when it is interrupted, and starts nothing after that', async () => {
    const interruption = new AbortController()
    const [started, ended] = [Promise.withResolvers<AsyncDisposable>(), Promise.withResolvers<unknown>()]
    const stopped: string[] = []
    const starts: string[] = []
    const fault = defineFault({
      summary: 'is only a test',
      options: {},
      async run(run) {
        const open = (name: string) =>
          run.open(() => {
            starts.push(name)
            interruption.abort(new Error('The run was interrupted'))
            return started.promise
          })
        await open('product')
        await open('second product').catch(ended.resolve)
        return { broken: [], figures: {} }
      },
    })
    const running = runFault(fault, { name: 'test', seed: 1, runsFolder, signal: interruption.signal })
    running.catch(() => stopped.push('run'))
    started.resolve({ [Symbol.asyncDispose]: async () => void stopped.push('product') })
    await expect(running).rejects.toThrow('The run was interrupted')
    await ended.promise
    expect(stopped).toEqual(['product', 'run'])
    expect(starts).toEqual(['product'])
  })

  it('removes only the oldest folders', async () => {
    const folders = Array.from({ length: 22 }, (_, second) =>
      createRunFolder(`test-${second}`, new Date(second * 1_000), runsFolder),
    )
    const kept = readdirSync(runsFolder).map((name) => join(runsFolder, name))
    expect(kept.sort()).toEqual(folders.slice(2))
  })
})

describe('the arguments of a fault', () => {
  const options = { kills: 30, engines: false, service: 'chat' }

  it('have the types of the defaults', () => {
    expect(parseFaultArguments(options, [])).toEqual({ seed: undefined, options })
    expect(parseFaultArguments(options, ['--seed', '7', '--kills', '5', '--engines'])).toEqual({
      seed: 7,
      options: { kills: 5, engines: true, service: 'chat' },
    })
    expect(() => parseFaultArguments(options, ['--kills', 'many'])).toThrow("--kills must be a number, not 'many'")
    expect(() => parseFaultArguments(options, ['--unknown'])).toThrow('--unknown')
  })

  it('are listed in the usage of each fault', async () => {
    expect(formatUsage('test', { summary: 'is only a test', options })).toBe(
      'npm run faults -- test [--seed NUMBER] [--kills NUMBER] [--engines] [--service TEXT]\n    is only a test',
    )
    for (const name of listFaultNames()) expect((await loadFault(name)).summary).not.toBe('')
  })
})
