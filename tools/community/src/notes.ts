import { appendFileSync, readFileSync, truncateSync } from 'node:fs'
import * as z from 'zod'

const Note = z.tuple([z.string(), z.string()])

/** What has been made until now, by name, so that a filling that was interrupted goes on where it stopped. */
export type Notes = {
  get(name: string): string | undefined
  set(name: string, value: string): void
  /** What was noted under this name; else what `make` makes, which is noted. */
  once(name: string, make: () => Promise<string>): Promise<string>
}

/** The notes of an installation in a file, a line each. */
export function openNotes(file: string): Notes {
  const known = new Map(readNotes(file))
  const set = (name: string, value: string) => {
    appendFileSync(file, `${JSON.stringify([name, value])}\n`, { mode: 0o600 })
    known.set(name, value)
  }
  return {
    get: (name) => known.get(name),
    set,
    async once(name, make) {
      const found = known.get(name)
      if (found !== undefined) return found
      const made = await make()
      set(name, made)
      return made
    },
  }
}

/** What was cut off while it was written is cut away, so that the next note begins a line. */
function readNotes(file: string): [string, string][] {
  const text = readText(file)
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole !== text) truncateSync(file, Buffer.byteLength(whole))
  const lines = whole.split('\n').slice(0, -1)
  return lines.map((line) => Note.parse(JSON.parse(line)))
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
