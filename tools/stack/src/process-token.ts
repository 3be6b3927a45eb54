import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type NotedProcess = { pid: number; token: string }

/**
 * What tells a process from every other that had or will have its pid: when it began. Undefined when it is gone, or
 * only waits to be reaped.
 */
export function processToken(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return fromProc(pid)
    return process.platform === 'win32' ? fromPowershell(pid) : fromPs(pid)
  } catch {
    return undefined
  }
}

/** Is the noted process still the one that runs under this pid? */
export function isRunning(noted: NotedProcess): boolean {
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
  const said = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
  const [state = 'Z', ...start] = said.trim().split(/\s+/)
  return state.startsWith('Z') ? undefined : start.join(' ')
}

function fromPowershell(pid: number): string {
  const ask = `(Get-Process -Id ${pid} -ErrorAction Stop).StartTime.Ticks`
  return execFileSync('powershell', ['-NoProfile', '-Command', ask], { encoding: 'utf8' }).trim()
}
