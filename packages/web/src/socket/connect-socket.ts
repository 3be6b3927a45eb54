import type { ServerToClientEvents, SocketAcknowledgement } from '@meadow/contracts/browser'
import { onStoredSessionChange, readStoredSession } from '../session/stored-session.ts'
import { endSession, renewToken } from '../session/token-renewal.ts'
import type { CreateClientSocket } from './client-socket.ts'
import { pageSocket } from './page-socket.ts'
import { scheduleReconnect } from './schedule-reconnect.ts'
import type { SocketChannelSource } from './socket-channel.ts'

const ACKNOWLEDGEMENT_TIMEOUT_MS = 10_000

/** Keeps the signed-in member connected. Returns a function that disconnects. */
export function connectSocket(channel: SocketChannelSource, createSocket: CreateClientSocket): () => void {
  const abortController = new AbortController()
  const { signal } = abortController
  const { userId } = readStoredSession()
  let sentToken: string | null = null
  let sentUserId: string | null = null
  let hasRenewed = false // since the last successful connection
  let endCode: string | undefined
  let disconnectedAtMs: number | undefined
  let detach = () => {}

  const socket = createSocket((respond) => {
    ;({ token: sentToken, userId: sentUserId } = readStoredSession())
    respond({ token: sentToken ?? '' })
  })
  const connect = () => void socket.connect()

  /** Reconnects after the server has rejected or closed the connection: Socket.IO does not retry then. */
  const reconnect = async (code: string | undefined) => {
    if (code === 'token_invalid') endSession(sentToken) // does nothing if a newer token is stored
    if (!hasRenewed && (code === 'token_expired' || code === 'token_missing')) {
      hasRenewed = true
      const renewed = await renewToken(sentToken).catch(() => undefined)
      if (renewed && !signal.aborted) return connect()
    }
    if (code === undefined && document.hidden) return // a hidden tab reconnects when it is visible, to spare the server
    scheduleReconnect(connect, signal)
  }

  socket.onAny((name, payload, acknowledge) => {
    acknowledge?.()
    channel.dispatch(name, payload)
    if (name !== 'sessionEnded') return
    endCode = (payload as ServerToClientEvents['sessionEnded']).code
    if (endCode === 'token_invalid') endSession(sentToken)
  })
  socket.on('connect', () => {
    endCode = undefined
    hasRenewed = false
    const detachChannel = channel.attachConnection((name, payload) => socket.emit(name, payload))
    const detachSocket = pageSocket.attach({
      memberId: sentUserId ?? '',
      sendMessage: (text) =>
        new Promise<SocketAcknowledgement>((resolve, reject) => {
          socket.timeout(ACKNOWLEDGEMENT_TIMEOUT_MS).emit('sendMessage', text, (error, acknowledgement) => {
            if (error) reject(error)
            else resolve(acknowledgement)
          })
        }),
    })
    detach = () => {
      detachChannel()
      detachSocket()
    }
    if (!document.hidden) channel.resync({ awayMs: disconnectedAtMs ? Date.now() - disconnectedAtMs : 0 })
  })
  socket.on('disconnect', () => {
    detach()
    disconnectedAtMs = Date.now()
    if (!socket.active && !signal.aborted) void reconnect(endCode)
  })
  socket.on('connect_error', ({ data, message }) => {
    if (!socket.active && !signal.aborted) void reconnect(data?.code ?? message)
  })

  const unsubscribeFromSession = onStoredSessionChange(() => {
    const { token, userId: storedUserId } = readStoredSession()
    if (!socket.connected || !token || token === sentToken || storedUserId !== userId) return
    socket.emit('authenticate', { token }, ({ ok }) => {
      if (ok) sentToken = token
      else if (!signal.aborted) {
        socket.disconnect() // the token belongs to another session of the member
        connect()
      }
    })
  })
  const unsubscribeFromTab = onTabVisible((awayMs) => {
    if (!socket.active) connect()
    channel.resync({ awayMs })
  })
  pageSocket.setWanted(true)
  connect()

  return () => {
    abortController.abort()
    pageSocket.setWanted(false)
    unsubscribeFromSession()
    unsubscribeFromTab()
    socket.disconnect()
  }
}

/** Calls `listener` with the time in ms that the tab was hidden, when it becomes visible. */
function onTabVisible(listener: (hiddenMs: number) => void): () => void {
  let hiddenSince = Date.now()
  const handleChange = () => {
    if (document.hidden) hiddenSince = Date.now()
    else listener(Date.now() - hiddenSince)
  }
  document.addEventListener('visibilitychange', handleChange)
  return () => document.removeEventListener('visibilitychange', handleChange)
}
