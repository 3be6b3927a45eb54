import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process, and the token of its start. */
export type ProcessIdentity = { pid: number; token: string }

/**
 * Returns a token that distinguishes a process from others with the same pid: its start time. Returns undefined if the
 * process is gone or a zombie.
 */
export function getProcessToken(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return readTokenFromProc(pid)
    return process.platform === 'win32' ? readTokenFromPowershell(pid) : readTokenFromPs(pid)
  } catch {
    return undefined
  }
}

/** Returns whether the process still runs: another process with the same pid has another token. */
export function isRunning({ pid, token }: ProcessIdentity): boolean {
  return getProcessToken(pid) === token
}

function readTokenFromProc(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // the name before it may contain spaces and brackets
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return `${boot}:${fields[19]}`
}

function readTokenFromPs(pid: number): string | undefined {
  const output = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
  const [state = 'Z', ...start] = output.trim().split(/\s+/)
  return state.startsWith('Z') ? undefined : start.join(' ')
}

function readTokenFromPowershell(pid: number): string {
  const command = `(Get-Process -Id ${pid} -ErrorAction Stop).StartTime.Ticks`
  return execFileSync('powershell', ['-NoProfile', '-Command', command], { encoding: 'utf8' }).trim()
}
