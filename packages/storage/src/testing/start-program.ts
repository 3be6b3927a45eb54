import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { At, Start } from './run-server.ts'

type Program = {
  program: string
  args: (at: At) => string[]
  env?: Record<string, string>
  /** What it writes once it answers. */
  ready: RegExp
}

/** Beside the server waits a shell for our end of its input to close, and kills it: it ends with us, however we end. */
const SCRIPT = 'exec 3<&0; (cat <&3; kill -9 $$) >/dev/null 2>&1 & exec "$0" "$@" 3<&- </dev/null'

/** Starts a server of this machine; its end is a kill. */
export const startProgram =
  ({ program, args, env, ready }: Program): Start =>
  async (at) => {
    const child = spawn('sh', ['-c', SCRIPT, program, ...args(at)], { env: { ...process.env, ...env }, cwd: at.folder })
    const ended = once(child, 'exit')
    const { promise: isReady, resolve } = Promise.withResolvers<boolean>()
    let said = ''
    for (const output of [child.stdout, child.stderr])
      output.on('data', (text) => {
        said = (said + text).slice(-10_000)
        if (ready.test(said)) resolve(true)
      })
    void ended.then(() => resolve(false))
    const end = async () => {
      child.stdin.destroy()
      await ended
    }
    if (await isReady) return end
    await end()
    throw new Error(`${program} ended instead of starting: ${said}`)
  }
