import type { ServerToClientEvents } from '@meadow/contracts'
import { onStoredSessionChange, readStoredSession } from '../session/stored-session.ts'
import { endSession, renewToken } from '../session/token-renewal.ts'
import type { CreateClientSocket } from './client-socket.ts'
import { onTabVisible } from './on-tab-visible.ts'
import { scheduleReconnect } from './schedule-reconnect.ts'
import type { SocketChannelSource } from './socket-channel.ts'

/** Keeps the signed-in member connected until the answered function is called. */
export function connectSocket(live: SocketChannelSource, open: CreateClientSocket): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const { userId } = readStoredSession()
  let sent: string | null = null
  let hasRenewed = false // since it was connected
  let refusal: string | undefined
  let lastHeard: number | undefined
  let end = () => {}

  const socket = open((answer) => {
    sent = readStoredSession().token
    answer({ token: sent ?? '' })
  })
  const connect = () => void socket.connect()

  /** After the server has refused or closed, which Socket.IO takes as its last word. */
  const comeBack = async (code: string | undefined) => {
    if (code === 'token_invalid') endSession(sent) // unless a newer one is stored: then that has its turn
    if (!hasRenewed && (code === 'token_expired' || code === 'token_missing')) {
      hasRenewed = true
      const renewed = await renewToken(sent).catch(() => undefined)
      if (renewed && !signal.aborted) return connect()
    }
    if (code === undefined && document.hidden) return // there are too many of them: it waits until it is seen
    scheduleReconnect(connect, signal)
  }

  socket.onAny((name, payload, acknowledge) => {
    acknowledge?.()
    live.dispatch(name, payload)
    if (name !== 'sessionEnded') return
    refusal = (payload as ServerToClientEvents['sessionEnded']).code
    if (refusal === 'token_invalid') endSession(sent)
  })
  socket.on('connect', () => {
    refusal = undefined
    hasRenewed = false
    end = live.attachConnection((name, payload) => socket.emit(name, payload))
    if (!document.hidden) live.resync({ awayMs: lastHeard ? Date.now() - lastHeard : 0 })
  })
  socket.on('disconnect', () => {
    end()
    lastHeard = Date.now()
    if (!socket.active && !signal.aborted) void comeBack(refusal)
  })
  socket.on('connect_error', ({ data, message }) => {
    if (!socket.active && !signal.aborted) void comeBack(data?.code ?? message)
  })

  const stopListening = onStoredSessionChange(() => {
    const { token, userId: now } = readStoredSession()
    if (!socket.connected || !token || token === sent || now !== userId) return
    socket.emit('authenticate', { token }, ({ ok }) => {
      if (ok) sent = token
      else if (!signal.aborted) {
        socket.disconnect() // it is of another session, signed in to meanwhile
        connect()
      }
    })
  })
  const stopWatching = onTabVisible((away) => {
    if (!socket.active) connect()
    live.resync({ awayMs: away })
  })
  connect()

  return () => {
    stopped.abort()
    stopListening()
    stopWatching()
    socket.disconnect()
  }
}
