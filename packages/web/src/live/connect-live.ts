import type { SocketHeard } from '@meadow/contracts'
import { endSession, renewToken } from '../session/renewal.ts'
import { onSessionChange, readSession } from '../session/stored-session.ts'
import type { LiveSource } from './live.ts'
import type { OpenSocket } from './live-socket.ts'

const AGAIN_MS = 1_000
const SPREAD_MS = 4_000 // so that not everybody comes back in the same moment

/** Keeps the signed-in member connected until the answered function is called. */
export function connectLive(live: LiveSource, open: OpenSocket): () => void {
  const stopped = new AbortController()
  open((answer) => answer({ token: tokenToSend() }), stopped.signal).then(
    (socket) => socket && !stopped.signal.aborted && use(socket),
    () => again(() => connectLive(live, open)),
  )
}
