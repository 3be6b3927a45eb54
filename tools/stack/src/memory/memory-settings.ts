import { pathToFileURL } from 'node:url'

const IDLE_COLLECTOR = pathToFileURL(`${import.meta.dirname}/start-idle-collector.ts`).href

/**
 * The options of Node for all programs. Each half of V8's young generation has at most 8 MiB instead of 64. The limit of the old
 * generation is several times what a process needs; below 2 GiB, V8 collects after a growth by half instead of to four times the
 * live objects. V8 has two threads of its own instead of four, each with memory of its own. An idle process collects its garbage.
 * docs/benchmarks.md has what this saves and costs.
 */
export const MEMORY_OPTIONS = [
  '--max-semi-space-size=8',
  '--max-old-space-size=512',
  '--v8-pool-size=2',
  '--import',
  IDLE_COLLECTOR,
]

/**
 * The settings of glibc for all programs: it returns freed memory to the system above 64 KiB, and takes no more than needed. Else
 * the gateway keeps 15 MiB in which V8 compiled the parser of undici.
 */
export const MALLOC_VARIABLES = { MALLOC_TRIM_THRESHOLD_: '65536', MALLOC_TOP_PAD_: '65536' }
