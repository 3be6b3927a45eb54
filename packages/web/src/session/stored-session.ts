import { storage } from '../page/storage.ts'

/** The access token lives in `token`; `userId` says that this browser is signed in, so that the token may be renewed. */
export type StoredSession = { token: string | null; userId: string | null }

const TOKEN = 'token'
const USER_ID = 'userId'

/** Another tab changed it, or this one: whether the session ended by itself, not by a sign-out. */
type Listener = (change: { ended: boolean }) => void
const listeners = new Set<Listener>()

export const readSession = (): StoredSession => ({ token: storage.read(TOKEN), userId: storage.read(USER_ID) })

export function keepSession(token: string, userId: string): void {
  storage.write(TOKEN, token)
  storage.write(USER_ID, userId)
  tell({ ended: false })
}

export function clearSession({ ended }: { ended: boolean }): void {
  storage.remove(TOKEN)
  storage.remove(USER_ID)
  tell({ ended })
}

export function onSessionChange(listener: Listener): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === TOKEN || key === USER_ID || key === null) listener({ ended: false })
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

/** Resolves when the stored token is not `old`, at the latest after `ms`: what another tab stores arrives here late. */
export function untilTokenIsNot(old: string | null, ms: number): Promise<void> {
  if (readSession().token !== old) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stop = onSessionChange(() => {
      if (readSession().token !== old) end()
    })
  })
}

function tell(change: { ended: boolean }): void {
  for (const listener of listeners) listener(change)
}
