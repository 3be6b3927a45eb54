import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a command in this terminal, hands it our signals and answers its exit code. */
export function run(command, args, options) {
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  const forward = (signal) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, forward)
  const watch = whenOrphaned(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearInterval(watch)
      for (const name of SIGNALS) process.off(name, forward)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/** Who ends npm ends only the shell between npm and us: that we have another parent is all we hear of it. */
function whenOrphaned(end) {
  const parent = process.ppid
  return setInterval(() => process.ppid !== parent && end(), 300)
}
