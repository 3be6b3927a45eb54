import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a command in this terminal, forwards signals to it and returns its exit code. */
export function runCommand(command, args, options) {
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  const forward = (signal) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, forward)
  const watch = onOrphaned(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearInterval(watch)
      for (const name of SIGNALS) process.off(name, forward)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/** Calls `end` when the parent process has changed: a killed npm ends its shell, but sends no signal to this process. */
function onOrphaned(end) {
  const parent = process.ppid
  return setInterval(() => process.ppid !== parent && end(), 300)
}
