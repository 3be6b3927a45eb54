import { appendFileSync, readFileSync, truncateSync } from 'node:fs'
import * as z from 'zod'

const Entry = z.tuple([z.string(), z.string()])

/** A record of what has been created so far, by name, by which an interrupted fill continues where it stopped. */
export type Journal = {
  get(name: string): string | undefined
  set(name: string, value: string): void
  /** Returns the value recorded under `name`, or creates and records it. */
  once(name: string, create: () => Promise<string>): Promise<string>
}

/** Opens the journal of an installation: a file with one JSON entry per line. */
export function openJournal(file: string): Journal {
  const entries = new Map(readEntries(file))
  const set = (name: string, value: string) => {
    appendFileSync(file, `${JSON.stringify([name, value])}\n`, { mode: 0o600 })
    entries.set(name, value)
  }
  return {
    get: (name) => entries.get(name),
    set,
    async once(name, create) {
      const recorded = entries.get(name)
      if (recorded !== undefined) return recorded
      const created = await create()
      set(name, created)
      return created
    },
  }
}

/** Reads the entries and removes an incomplete last line, which a crash in the middle of a write leaves. */
function readEntries(file: string): [string, string][] {
  const text = readTextIfExists(file)
  const complete = text.slice(0, text.lastIndexOf('\n') + 1)
  if (complete !== text) truncateSync(file, Buffer.byteLength(complete))
  const lines = complete.split('\n').slice(0, -1)
  return lines.map((line) => Entry.parse(JSON.parse(line)))
}

function readTextIfExists(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
