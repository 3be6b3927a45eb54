import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { familyOf, killAll } from './process-tree.ts'

const MAIN = resolve(import.meta.dirname, '../../../stack/src/main.ts')
/** Where `npm start` has what is compiled. */
const COMPILE_CACHE = resolve(import.meta.dirname, '../../../../node_modules/.cache/node')
const FIRST_PORT = 5600
/** Options that every start of a run gets: `--engines`, say. */
const ALWAYS = (process.env['E2E_OPTIONS'] ?? '').split(' ').filter(Boolean)

export type LogLine = Record<string, unknown>

/** A product that runs, as its data folder tells. */
export type RunningStack = {
  url: string
  dataDir: string
  /** The superuser's address of its PostgreSQL, without a database. */
  postgresUrl(): string
  /** The process that runs under this name now; undefined while there is none. */
  pidOf(name: string): number | undefined
  /** What the process `name` has logged until now. */
  logOf(name: string): Promise<LogLine[]>
}

/** The whole product on a data folder of its own, as `npm start` runs it. */
export type Stack = AsyncDisposable &
  RunningStack & {
    /** One for each gateway; `url` is the first. */
    urls: readonly string[]
    /** Kills every process at once, PostgreSQL included, as a power cut would. */
    kill(): Promise<void>
    /** Ends it in good order; the folder stays. */
    stop(): Promise<void>
    /** Starts again on the same folder and port. */
    start(): Promise<void>
  }

/** Without the demo community; `options` as on the command line of `npm start`, beside its folder and port. */
export const startStack = (...options: string[]): Promise<Stack> => start(['--empty', ...options])

/** With the demo community; `hear` is told each line that is said before all is ready. */
export const startCommunity = (hear?: Hear): Promise<Stack> => start([], hear)

type Hear = (line: string, stack: Pick<RunningStack, 'pidOf'>) => void

async function start(options: string[], hear: Hear = () => {}): Promise<Stack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'meadow-e2e-'))
  await chmod(dataDir, 0o711) // as root, PostgreSQL may run as another user
  const reading = readingOf(dataDir)
  let { child, urls } = await launch(dataDir, FIRST_PORT, options, (line) => hear(line, reading))
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  return {
    ...reading,
    get url() {
      return urls[0]
    },
    get urls() {
      return urls
    },
    async kill() {
      const gone = once(child, 'exit')
      killAll(familyOf(child.pid ?? 0))
      await gone
    },
    async start() {
      const again = await launch(dataDir, Number(new URL(urls[0]).port), options)
      child = again.child
      urls = again.urls
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A product that somebody else has started. */
export const stackAt = (url: string, dataDir: string): RunningStack => ({ url, ...readingOf(dataDir) })

const readingOf = (dataDir: string): Omit<RunningStack, 'url'> => ({
  dataDir,
  postgresUrl: () => readFileSync(join(dataDir, 'store-url'), 'utf8').trim(),
  pidOf(name) {
    try {
      return JSON.parse(readFileSync(join(dataDir, 'processes', `${name}.json`), 'utf8')).pid
    } catch {
      return undefined
    }
  },
  async logOf(name) {
    const text = await readFile(join(dataDir, 'logs', `${name}.log`), 'utf8')
    const whole = text.split('\n').slice(0, -1) // the last line may still be written
    return whole.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  },
})

type Urls = [first: string, ...others: string[]]

type Launched = { child: ChildProcess; urls: Urls }

/** Resolves with the addresses that are printed; rejects with all that was said when it ends before. */
async function launch(
  dataDir: string,
  port: number,
  options: string[],
  hear?: (line: string) => void,
): Promise<Launched> {
  const child = spawn(process.execPath, [MAIN, '--port', String(port), '--data', dataDir, ...ALWAYS, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: COMPILE_CACHE },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Urls>()
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      for (const line of text.split('\n')) hear?.(line)
      const [, urls] = /Meadow is ready: (.+)\n/.exec(said) ?? []
      if (urls) resolve(urls.split(' and ') as Urls)
    })
  }
  child.once('exit', () => reject(new Error(`The stack did not start:\n${said}`)))
  return { child, urls: await promise }
}
