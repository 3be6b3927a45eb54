import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Returns a process and all its descendants. */
export function listProcessTree(pid: number): number[] {
  const parents = process.platform === 'linux' ? readParentsFromProc() : readParentsFromPs()
  const tree = [pid]
  for (const member of tree) tree.push(...parents.filter(([, parent]) => parent === member).map(([child]) => child))
  return tree
}

/** Sends SIGKILL to all of these processes. */
export function killProcesses(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // has exited with its parent
    }
  }
}

type ChildAndParent = [child: number, parent: number]

function readParentsFromProc(): ChildAndParent[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), readParentPid(name)])
}

function readParentPid(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0 // has exited meanwhile
  }
}

function readParentsFromPs(): ChildAndParent[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => line.trim().split(/\s+/).map(Number) as ChildAndParent)
}
