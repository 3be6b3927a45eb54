import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * What tells a process from every other that had or will have its pid: when it began. Undefined when it is gone,
 * only waits to be reaped, or cannot be told (Windows): then it is treated as a stranger and left alone.
 */
export function processToken(pid: number): string | undefined {
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
  } catch {
    return undefined
  }
}

/** Is the noted process still the one that runs under this pid? */
export function isRunning(noted: { pid: number; token: string }): boolean {
  return processToken(noted.pid) === noted.token
}

function fromProc(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // the name before may hold spaces and brackets
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return `${boot}:${fields[19]}`
}

function fromPs(pid: number): string | undefined {
  const [state, ...start] = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
  return state === undefined || state.startsWith('Z') ? undefined : start.join(' ')
}
