import type { SocketHeard } from '@meadow/contracts'
import { endSession, renewToken } from '../session/renewal.ts'
import { onSessionChange, readSession } from '../session/stored-session.ts'
import type { LiveSource } from './live.ts'
import type { LiveSocket, OpenSocket } from './live-socket.ts'

const SOONEST_MS = 1_000
const LATEST_MS = 5_000

/** Keeps the signed-in member connected until the answered function is called. */
export function connectLive(live: LiveSource, open: OpenSocket): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const { userId } = readSession()
  let sent: string | null = null
  let socket: LiveSocket | undefined
  let renewals = 0 // since it was connected

  const start = async () => {
    socket = await open((answer) => {
      sent = readSession().token
      answer({ token: sent ?? '' })
    }, signal)
    if (!socket || signal.aborted) return
    listen(socket)
    socket.connect()
  }

  const listen = (its: LiveSocket) => {
    let end = () => {}
    let lastHeard: number | undefined
    let refusal: string | undefined
    its.onAny((name, payload) => {
      live.tell(name, payload)
      if (name !== 'sessionEnded') return
      refusal = (payload as SocketHeard['sessionEnded']).code
      if (refusal === 'token_invalid') endSession(sent)
    })
    its.on('connect', () => {
      refusal = undefined
      renewals = 0
      end = live.begin((name, payload) => its.emit(name, payload))
      if (!document.hidden) live.resync({ away: lastHeard ? Date.now() - lastHeard : 0 })
    })
    its.on('disconnect', () => {
      end()
      lastHeard = Date.now()
      if (!its.active) void comeBack(its, refusal)
    })
    its.on('connect_error', ({ data, message }) => {
      if (!its.active) void comeBack(its, data?.code ?? message)
    })
  }

  /** After the server has refused or closed, which Socket.IO takes as its last word. */
  const comeBack = async (its: LiveSocket, code: string | undefined) => {
    if (signal.aborted) return
    if (code === 'token_invalid') endSession(sent) // unless a newer one is stored: then that has its turn
    if (renewals === 0 && (code === 'token_expired' || code === 'token_missing')) {
      renewals += 1
      const renewed = await renewToken(sent).catch(() => undefined)
      if (renewed && !signal.aborted) return void its.connect()
    }
    if (code === undefined && document.hidden) return // there are too many of them: it waits until it is seen
    later(() => void its.connect(), signal)
  }

  const bring = (its: LiveSocket, token: string) =>
    its.emit('authenticate', { token }, ({ ok }) => {
      if (ok) sent = token
      else its.disconnect() // it is of another session, signed in to meanwhile: so comes another connection
      if (!ok && !signal.aborted) its.connect()
    })

  const stopListening = onSessionChange(() => {
    const { token, userId: now } = readSession()
    if (!socket?.connected || !token || token === sent || now !== userId) return
    bring(socket, token)
  })
  const stopWatching = whenSeenAgain((away) => {
    if (socket && !socket.active) socket.connect()
    live.resync({ away })
  })
  const attempt = () => void start().catch(() => later(attempt, signal)) // its client could not be loaded
  attempt()

  return () => {
    stopped.abort()
    stopListening()
    stopWatching()
    socket?.disconnect()
  }
}

/** At some moment in between, so that not everybody comes back at once. */
function later(work: () => void, stopped: AbortSignal): void {
  if (stopped.aborted) return
  const timer = setTimeout(work, SOONEST_MS + Math.random() * (LATEST_MS - SOONEST_MS))
  stopped.addEventListener('abort', () => clearTimeout(timer))
}

/** Tells when the tab is looked at again, and for how long it was not, in ms. */
function whenSeenAgain(tell: (away: number) => void): () => void {
  let hiddenSince = Date.now()
  const onChange = () => {
    if (document.hidden) hiddenSince = Date.now()
    else tell(Date.now() - hiddenSince)
  }
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
