import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { docker } from '../src/run-docker.ts'

const PROBE_INTERVAL_MS = 50

/** A container with the restrictions of our pods, in the network of this machine. Needs Linux and an engine of this machine. */
export type TestContainer = AsyncDisposable & {
  /** Waits until the URL responds with success. @throws Error with the log if the container exits */
  waitForResponse(url: string): Promise<void>
  /** Stops it as Kubernetes does: SIGTERM, and SIGKILL after 30 s. Returns its exit code. */
  stop(): Promise<number>
  /** Returns the memory of all its processes in MiB: private memory, and its share of what is shared. */
  readMemory(): Promise<number>
}

/** The restrictions of our pods as options of `docker run`: no rights, a read-only root, limits. */
export const RESTRICTED = [
  ...['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--user', '1000:1000'],
  ...['--memory', '512m', '--pids-limit', '200', '--tmpfs', '/tmp', '--volume', '/var/lib/meadow'],
]

/** Starts a container of an image. Disposal removes it. */
export async function startContainer(image: string, variables: Record<string, string>): Promise<TestContainer> {
  const env = Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const id = await docker('run', '--detach', '--network', 'host', ...RESTRICTED, ...env, image)
  const readState = async (field: string) => docker('inspect', '--format', `{{.State.${field}}}`, id)
  return {
    async waitForResponse(url) {
      const respondsWithSuccess = () =>
        fetch(url).then(
          ({ ok }) => ok,
          () => false,
        )
      while (!(await respondsWithSuccess())) {
        if ((await readState('Running')) !== 'true') throw new Error(`${image} exited:\n${await docker('logs', id)}`)
        await delay(PROBE_INTERVAL_MS)
      }
    },
    async stop() {
      await docker('stop', '--time', '30', id)
      return Number(await readState('ExitCode'))
    },
    async readMemory() {
      const memory = await readTreeMemory(Number(await readState('Pid')))
      if (memory === 0) throw new Error('reading the memory of a container needs the rights of its user, or root')
      return memory
    },
    async [Symbol.asyncDispose]() {
      await docker('rm', '--force', '--volumes', id)
    },
  }
}

/** Returns the memory (PSS) of a process and its descendants in MiB. */
async function readTreeMemory(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  const [, kibibytes = '0'] = /^Pss:\s+(\d+)/m.exec(rollup) ?? []
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const children = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  const descendants = await Promise.all(children.join(' ').split(' ').filter(Boolean).map(Number).map(readTreeMemory))
  return Number(kibibytes) / 1024 + descendants.reduce((sum, memory) => sum + memory, 0)
}
