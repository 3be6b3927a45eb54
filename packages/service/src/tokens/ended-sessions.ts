import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { calls, EndedSessionsMessage } from '@meadow/contracts'
import { getJson } from '../http/get-json.ts'
import type { Logger } from '../logger.ts'
import { createRecentlyEndedSessions, type EndedSessionsNotice } from './recently-ended-sessions.ts'
import type { EndedSessions } from './verifier.ts'

/** The lifetime of an access token (15 min) and a margin for clocks that differ. */
const RETENTION_MS = 20 * 60_000
const REQUEST_TIMEOUT_MS = 2_000

export type EndedSessionList = EndedSessions & {
  /** Calls `listener` once for each notice that is new in the list. */
  onEnded(listener: (notice: EndedSessionsNotice) => void): Disposable
  add(notice: EndedSessionsNotice): void
  /** Adds the sessions that auth lists. The list keeps its other entries. @throws Error when auth is away */
  load(): Promise<void>
}

type EndedSessionListDeps = { url: string; file: string | undefined; log: Logger; now: () => Date }

/**
 * Creates the list of recently ended sessions, which auth publishes at `url`. `file` caches the list, one notice per
 * line, so that a process that starts before auth refuses the same sessions as before.
 */
export function createEndedSessionList({ url, file, log, now }: EndedSessionListDeps): EndedSessionList {
  const recent = createRecentlyEndedSessions({ retentionMs: RETENTION_MS, now })
  const listeners = new Set<(notice: EndedSessionsNotice) => void>()
  for (const notice of file ? readEndedSessionsFile(file) : []) recent.add(notice)

  function addToList(notice: EndedSessionsNotice) {
    if (recent.add(notice)) for (const listener of listeners) listener(notice)
  }

  /** Writes synchronously: a session must not be refused before the refusal would survive a kill. */
  function updateFile(write: (file: string) => void) {
    try {
      if (file) write(file)
    } catch (error) {
      log.warn({ err: error }, 'the ended sessions could not be written to the file')
    }
  }

  return {
    add(notice) {
      updateFile((path) => appendFileSync(path, toLine(notice)))
      addToList(notice)
    },
    has: recent.has,
    onEnded(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    async load() {
      const { sessions, members = [] } = calls.endedSessions.response.parse(await getJson(url, REQUEST_TIMEOUT_MS))
      for (const notice of [...sessions, ...members]) addToList(notice)
      updateFile((path) => {
        writeFileSync(`${path}.${process.pid}`, recent.list().map(toLine).join(''))
        renameSync(`${path}.${process.pid}`, path)
      })
    },
  }
}

const toLine = (notice: EndedSessionsNotice): string => `${JSON.stringify(notice)}\n`

/** Reads the notices of the file. Skips an incomplete last line. */
function readEndedSessionsFile(file: string): EndedSessionsNotice[] {
  try {
    return readFileSync(file, 'utf8').split('\n').flatMap(parseLine)
  } catch {
    return [] // no file yet
  }
}

/** Earlier versions wrote `<session id> <time in ms>`. */
const EARLIER_LINE = /^(\S+) (\d+)$/

function parseLine(line: string): EndedSessionsNotice[] {
  try {
    const [, _id, endedAtMs] = EARLIER_LINE.exec(line) ?? []
    if (_id) return [{ _id, endedAt: new Date(Number(endedAtMs)).toISOString() }]
    return [EndedSessionsMessage.parse(JSON.parse(line))]
  } catch {
    return []
  }
}
