import { pathToFileURL } from 'node:url'

const IDLE_GARBAGE_COLLECTION = pathToFileURL(`${import.meta.dirname}/start-idle-collector.ts`).href

/** The options of Node for all programs that `npm start` runs. docs/benchmarks.md has what each saves and costs. */
export const MEMORY_OPTIONS = [
  '--max-semi-space-size=8', // MiB. The young generation has two semi-spaces, and V8's own limit is larger
  '--max-old-space-size=512', // MiB, several times what a process needs. Below 2 GiB, V8 collects before the heap has doubled
  '--no-allocation-site-pretenuring', // keeps short-lived objects out of the old generation, whatever the objects before them did
  '--v8-pool-size=2', // worker threads of V8 instead of four. Each has memory of its own
  '--expose-gc', // for the next one
  '--import',
  IDLE_GARBAGE_COLLECTION, // returns the memory of an idle process to the system
]

/**
 * The environment variables of glibc for all programs, whose names end with an underscore: it returns free memory at the end of
 * its heap from 64 KiB on, instead of a limit that grows. Otherwise the gateway keeps 15 MiB in which V8 compiled the HTTP
 * parser of undici.
 */
export const MALLOC_VARIABLES = { MALLOC_TRIM_THRESHOLD_: '65536', MALLOC_TOP_PAD_: '65536' }
