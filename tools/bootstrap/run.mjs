import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a command in this terminal, hands it our signals and answers its exit code. */
export function run(command, args, options) {
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  const forward = (signal) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, forward)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const name of SIGNALS) process.off(name, forward)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}
