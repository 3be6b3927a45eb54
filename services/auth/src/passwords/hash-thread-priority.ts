import { readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** Added to the nice value. Beside another thread that wants the processor, one has then a tenth of its time. */
export const HASH_NICE_INCREMENT = 10
const MAX_NICE_VALUE = 19

/**
 * Lowers the priority of the threads that hash passwords, so that requests do not wait for a processor while a hash has it for
 * 15 ms. These are the threads of libuv's pool, which run after the first hash. Linux sets the nice value by thread; other systems, which
 * set it by process, are left alone.
 */
export function lowerHashThreadPriority(): void {
  if (process.platform !== 'linux') return
  const niceValue = Math.min(MAX_NICE_VALUE, getPriority() + HASH_NICE_INCREMENT)
  for (const thread of readdirSync('/proc/self/task')) {
    const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim()
    if (name === 'libuv-worker') setPriority(Number(thread), niceValue)
  }
}
