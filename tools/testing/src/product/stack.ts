import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ExpectedLogLine } from './expected-log-lines.ts'
import { assertLogsClean } from './log-check.ts'
import { killProcesses, listProcessTree } from './process-tree.ts'

export type { ExpectedLogLine }

const STACK_SCRIPT = resolve(import.meta.dirname, '../../../stack/src/main.ts')
/** The compile cache of `npm start`. */
const COMPILE_CACHE = resolve(import.meta.dirname, '../../../../node_modules/.cache/node')
/** The preferred ports of products are random, so that two that start at once do not choose the same. Below ephemeral ports. */
const PORT_RANGE = { min: 10_200, max: 30_000 }
/** Options for every start of a test run, for example `--engines`. */
const EXTRA_OPTIONS = (process.env['E2E_OPTIONS'] ?? '').split(' ').filter(Boolean)

/** Links in the texts of tests lead to the sites of others. */
const REQUESTS_NO_SITE = { LINK_PREVIEWS: 'off' }

export type LogLine = Record<string, unknown>

/** A running product, seen through its data folder. */
export type RunningStack = {
  url: string
  dataDir: string
  /** Returns the superuser's URL of its PostgreSQL, without a database. */
  postgresUrl(): string
  /** Returns the current process id of a program, or undefined while it does not run. */
  pidOf(name: string): number | undefined
  /** Reads the log of a process, with its older files. */
  logOf(name: string): Promise<LogLine[]>
}

/** The whole product on its own data folder, as `npm start` runs it. */
export type Stack = AsyncDisposable &
  RunningStack & {
    /** The URL of each gateway. `url` is the first. */
    urls: readonly string[]
    /** Kills every process at once, including PostgreSQL, as a power cut would. */
    kill(): Promise<void>
    /** Stops it. The folder remains. */
    stop(): Promise<void>
    /**
     * Ends it and deletes the folder. @throws Error if a log holds a warning or an error that neither the list nor the test
     * expects. `product` names it in the error.
     */
    stopWithCleanLogs(product: string, expected?: readonly ExpectedLogLine[]): Promise<void>
    /** Starts it again on the same folder and port. */
    start(): Promise<void>
    /** Resolves when the current start has completed its demo community, or failed to. */
    waitForCommunity(): Promise<void>
  }

/** Starts the product without the demo community. `options` are further options of `npm start`. */
export const startStack = (...options: string[]): Promise<Stack> => start({ options: ['--empty', ...options] })

/** Starts the product without the demo community, with further choices. */
export const startConfiguredStack = ({ options = [], ...others }: StackOptions): Promise<Stack> =>
  start({ ...others, options: ['--empty', ...options] })

/** Starts the product for tests that are faster than any member. */
export const startStackWithoutRateLimits = (): Promise<Stack> =>
  start({ options: ['--empty'], environment: { RATE_LIMITS: 'off' } })

/** Starts the product as `npm start` does for a stranger, with the demo community, of which the rest joins while it runs. */
export const startPlainStack = (): Promise<Stack> => start({})

/** Starts the product with the demo community, and waits for all of it. Calls `onLine` with each line of output. */
export async function startStackWithCommunity(onLine?: OutputListener): Promise<Stack> {
  const stack = await start({ options: [], onLine })
  await stack.waitForCommunity()
  return stack
}

type OutputListener = (line: string, stack: Pick<RunningStack, 'pidOf'>) => void

export type StackOptions = {
  /** Further options of `npm start`. */
  options?: string[]
  environment?: Record<string, string>
  /** The data folder of an existing installation. By default it is new and empty. */
  dataDir?: string
  /** The folder of the logs, which remains. By default they are in the data folder. */
  logFolder?: string
  /** The script of the stack. Another one runs the product of another checkout. */
  script?: string
  onLine?: OutputListener | undefined
}

async function start({
  options = [],
  environment = {},
  dataDir: existing,
  logFolder,
  script = STACK_SCRIPT,
  onLine = () => {},
}: StackOptions): Promise<Stack> {
  const dataDir = existing ?? (await mkdtemp(join(tmpdir(), 'meadow-e2e-')))
  await chmod(dataDir, 0o711) // as root, PostgreSQL may run as another user
  if (logFolder) await symlink(logFolder, join(dataDir, 'logs'), 'junction')
  const reader = createStackReader(dataDir)
  const launch = (port: number) =>
    launchStack({ dataDir, port, options, environment, script, onLine: (line) => onLine(line, reader) })
  let { child, urls, community } = await launch(randomInt(PORT_RANGE.min, PORT_RANGE.max))
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await exited
  }
  return {
    ...reader,
    get url() {
      return urls[0]
    },
    get urls() {
      return urls
    },
    async kill() {
      const exited = once(child, 'exit')
      killProcesses(listProcessTree(child.pid ?? 0))
      await exited
    },
    async start() {
      const relaunched = await launch(Number(new URL(urls[0]).port))
      child = relaunched.child
      urls = relaunched.urls
      community = relaunched.community
    },
    waitForCommunity: () => community,
    stop,
    async stopWithCleanLogs(product, expected) {
      await stop()
      await assertLogsClean(product, dataDir, expected).finally(() => rm(dataDir, { recursive: true, force: true }))
    },
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Returns a product that another process has started. */
export const attachToStack = (url: string, dataDir: string): RunningStack => ({ url, ...createStackReader(dataDir) })

const createStackReader = (dataDir: string): Omit<RunningStack, 'url'> => ({
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
    const log = join(dataDir, 'logs', `${name}.log`)
    const older = [3, 2, 1].map((age) => readFile(`${log}.${age}`, 'utf8').catch(() => ''))
    const text = (await Promise.all([...older, readFile(log, 'utf8')])).join('')
    const lines = text.split('\n').slice(0, -1) // the last line may be incomplete
    return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  },
})

type StackUrls = [first: string, ...others: string[]]

type LaunchOptions = {
  dataDir: string
  port: number
  options: string[]
  environment: Record<string, string>
  script: string
  onLine: (line: string) => void
}

type LaunchedStack = { child: ChildProcess; urls: StackUrls; community: Promise<void> }

/** Resolves with the printed URLs. @throws an error with all output if the process exits before */
async function launchStack({
  dataDir,
  port,
  options,
  environment,
  script,
  onLine,
}: LaunchOptions): Promise<LaunchedStack> {
  const child = spawn(
    process.execPath,
    [script, '--port', String(port), '--data', dataDir, ...EXTRA_OPTIONS, ...options],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: COMPILE_CACHE, ...REQUESTS_NO_SITE, ...environment },
    },
  )
  const { promise, resolve, reject } = Promise.withResolvers<StackUrls>()
  const community = Promise.withResolvers<void>()
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      for (const line of text.split('\n')) onLine(line)
      const [, urls] = /Meadow is ready: (.+)\n/.exec(output) ?? []
      if (urls) resolve(urls.split(' and ') as StackUrls)
      if (/The demo community is (complete|incomplete)/.test(output)) community.resolve()
    })
  }
  child.once('exit', () => reject(new Error(`The stack did not start:\n${output}`)))
  return { child, urls: await promise, community: community.promise }
}
