import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { calls } from '@meadow/contracts'
import { getJson } from '../http/get-json.ts'
import type { Logger } from '../logger.ts'
import type { EndedSessions } from './verifier.ts'

/** How long an ended session can matter: the life of an access token (15 min), and what clocks may be apart. */
const RETENTION_MS = 20 * 60_000
const REQUEST_TIMEOUT_MS = 2_000

type EndedSession = { _id: string; endedAt: string }

export type EndedSessionList = EndedSessions & {
  /** Called with each session that is heard of for the first time. */
  onEnded(listener: (sid: string) => void): Disposable
  add(session: EndedSession): void
  /** Adds what auth tells; what was known stays. @throws Error when auth does not tell */
  load(): Promise<void>
}

type EndedSessionListDeps = { url: string; file: string | undefined; log: Logger; now: () => Date }

/**
 * The recently ended sessions, as auth lists them at `url`. `file` keeps them, a line each, so that a process that starts
 * before auth does still refuses whom it refused before.
 */
export function createEndedSessionList({ url, file, log, now }: EndedSessionListDeps): EndedSessionList {
  const ended = new Map<string, number>(file ? readEndedSessionsFile(file) : [])
  const listeners = new Set<(sid: string) => void>()

  function note({ _id, endedAt }: EndedSession) {
    const oldest = now().getTime() - RETENTION_MS
    for (const [sid, at] of ended) if (at < oldest) ended.delete(sid)
    const isNews = !ended.has(_id)
    ended.set(_id, new Date(endedAt).getTime())
    if (isNews) for (const listener of listeners) listener(_id)
  }

  /** At once and not later: a session is refused only when that would survive a kill. */
  function keep(write: (file: string) => void) {
    try {
      if (file) write(file)
    } catch (error) {
      log.warn({ err: error }, 'the ended sessions could not be kept')
    }
  }

  return {
    add(session) {
      keep((file) => appendFileSync(file, toLine([session._id, Date.parse(session.endedAt)])))
      note(session)
    },
    has: (sid) => ended.has(sid),
    onEnded(listener) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    async load() {
      const { sessions } = calls.endedSessions.response.parse(await getJson(url, REQUEST_TIMEOUT_MS))
      for (const session of sessions) note(session)
      keep((file) => {
        writeFileSync(`${file}.${process.pid}`, [...ended].map(toLine).join(''))
        renameSync(`${file}.${process.pid}`, file)
      })
    },
  }
}

const toLine = ([sid, at]: [string, number]): string => `${sid} ${at}\n`

function readEndedSessionsFile(file: string): [string, number][] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1) // the last may have been cut off
    return lines.map((line) => line.split(' ')).map(([sid = '', at]) => [sid, Number(at)])
  } catch {
    return [] // never kept
  }
}
