import { browserStorage } from '../page/browser-storage.ts'

/** The access token lives in `token`; `userId` says that this browser is signed in, so that the token may be renewed. */
export type StoredSession = { token: string | null; userId: string | null }

const TOKEN = 'token'
const USER_ID = 'userId'

/** Another tab changed it, or this one: whether the session ended by itself, not by a sign-out. */
type StoredSessionListener = (change: { ended: boolean }) => void
const listeners = new Set<StoredSessionListener>()

export const readStoredSession = (): StoredSession => ({
  token: browserStorage.read(TOKEN),
  userId: browserStorage.read(USER_ID),
})

export function storeSession(token: string, userId: string): void {
  browserStorage.write(TOKEN, token)
  browserStorage.write(USER_ID, userId)
  notifyListeners({ ended: false })
}

export function clearStoredSession({ ended }: { ended: boolean }): void {
  browserStorage.remove(TOKEN)
  browserStorage.remove(USER_ID)
  notifyListeners({ ended })
}

export function onStoredSessionChange(listener: StoredSessionListener): () => void {
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
export function waitForTokenChange(old: string | null, ms: number): Promise<void> {
  if (readStoredSession().token !== old) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stop = onStoredSessionChange(() => {
      if (readStoredSession().token !== old) end()
    })
  })
}

function notifyListeners(change: { ended: boolean }): void {
  for (const listener of listeners) listener(change)
}
