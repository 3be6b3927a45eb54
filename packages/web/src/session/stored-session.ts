import { browserStorage } from '../page/browser-storage.ts'

/** The access token, and the id of the member. A stored `userId` means that the token may be renewed. */
export type StoredSession = { token: string | null; userId: string | null }

const TOKEN = 'token'
const USER_ID = 'userId'

/** Called for changes by this tab and by others. `ended`: the session has ended by itself, not by a sign-out. */
type StoredSessionListener = (change: { ended: boolean }) => void
const listeners = new Set<StoredSessionListener>()

export const readStoredSession = (): StoredSession => ({
  token: browserStorage.read(TOKEN),
  userId: browserStorage.read(USER_ID),
})

/** Returns true if the browser refused to store the session, so that it ends with this page. */
export const isSessionPageOnly = (): boolean => browserStorage.isPageOnly(USER_ID)

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

/** Resolves when the stored token differs from `old`, or after `timeoutMs`. A change by another tab arrives late. */
export function waitForTokenChange(old: string | null, timeoutMs: number): Promise<void> {
  if (readStoredSession().token !== old) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, timeoutMs)
    const stop = onStoredSessionChange(() => {
      if (readStoredSession().token !== old) end()
    })
  })
}

function notifyListeners(change: { ended: boolean }): void {
  for (const listener of listeners) listener(change)
}
