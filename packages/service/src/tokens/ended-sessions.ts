import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { calls } from '@meadow/contracts'
import { getJson } from '../http/get-json.ts'
import type { Logger } from '../logger.ts'
import type { EndedSessions } from './verifier.ts'

/** The lifetime of an access token (15 min) and a margin for clocks that differ. */
const RETENTION_MS = 20 * 60_000
const REQUEST_TIMEOUT_MS = 2_000

type EndedSession = { _id: string; endedAt: string }

export type EndedSessionList = EndedSessions & {
  /** Calls `listener` once for each session that is new in the list. */
  onEnded(listener: (sid: string) => void): Disposable
  add(session: EndedSession): void
  /** Adds the sessions that auth lists. The list keeps its other entries. @throws Error when auth is away */
  load(): Promise<void>
}

type EndedSessionListDeps = { url: string; file: string | undefined; log: Logger; now: () => Date }

/**
 * Creates the list of recently ended sessions, which auth publishes at `url`. `file` caches the list, one session per
 * line, so that a process that starts before auth refuses the same sessions as before.
 */
export function createEndedSessionList({ url, file, log, now }: EndedSessionListDeps): EndedSessionList {
  const endedAtMs = new Map<string, number>(file ? readEndedSessionsFile(file) : [])
  const listeners = new Set<(sid: string) => void>()

  function addToList({ _id, endedAt }: EndedSession) {
    const oldest = now().getTime() - RETENTION_MS
    for (const [sid, at] of endedAtMs) if (at < oldest) endedAtMs.delete(sid)
    const isNew = !endedAtMs.has(_id)
    endedAtMs.set(_id, new Date(endedAt).getTime())
    if (isNew) for (const listener of listeners) listener(_id)
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
    add(session) {
      updateFile((path) => appendFileSync(path, toLine([session._id, Date.parse(session.endedAt)])))
      addToList(session)
    },
    has: (sid) => endedAtMs.has(sid),
    onEnded(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    async load() {
      const { sessions } = calls.endedSessions.response.parse(await getJson(url, REQUEST_TIMEOUT_MS))
      for (const session of sessions) addToList(session)
      updateFile((path) => {
        writeFileSync(`${path}.${process.pid}`, [...endedAtMs].map(toLine).join(''))
        renameSync(`${path}.${process.pid}`, path)
      })
    },
  }
}

const toLine = ([sid, at]: [string, number]): string => `${sid} ${at}\n`

function readEndedSessionsFile(file: string): [string, number][] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1) // the last line may be incomplete
    return lines.map((line) => line.split(' ')).map(([sid = '', at]) => [sid, Number(at)])
  } catch {
    return [] // no file yet
  }
}
