/** Values of this browser that the stores of members do not clear: settings of the device, and the session itself. */
export type DeviceKey =
  | 'theme'
  | 'shortcuts'
  | 'undoSend'
  | 'offlineReady'
  | 'guest'
  | 'token'
  | 'userId'
  | 'signOutPending'
  | 'clockOffset'
  | 'session-replaced-until'
  | `lease:${string}`

/** Values of this tab that belong to no member. */
export type TabKey = 'reloadedFor' | 'guestAction' | 'invite' | 'signedInHere'

/** Values of a member; see `memberStorage`. */
export type MemberKey = `member:${string}`

export type BrowserStorage<Key extends string> = {
  /** Returns null if nothing is stored. */
  read: (key: Key) => string | null
  write: (key: Key, value: string) => void
  remove: (key: Key) => void
  /** Returns the keys that begin with `prefix`. */
  list: (prefix: string) => Key[]
  /** Returns true if the browser refused the value, so that a reload loses it. */
  isPageOnly: (key: Key) => boolean
}

/** Local storage. What the browser refuses, because it forbids storage or is full, is kept for this page. Never throws. */
export const browserStorage = createBrowserStorage<DeviceKey | MemberKey>(() => localStorage)

/** Session storage, with the same rules: the values of this tab, which survive a reload. */
export const tabStorage = createBrowserStorage<TabKey | MemberKey>(() => sessionStorage)

function createBrowserStorage<Key extends string>(getStorage: () => Storage): BrowserStorage<Key> {
  const pageValues = new Map<Key, string>()
  const attempt = <Result, Fallback>(work: (storage: Storage) => Result, fallback: Fallback): Result | Fallback => {
    try {
      return work(getStorage())
    } catch {
      return fallback
    }
  }
  return {
    read: (key) => pageValues.get(key) ?? attempt((storage) => storage.getItem(key), null),
    write(key, value) {
      const isStored = attempt((storage) => {
        storage.setItem(key, value)
        return true
      }, false)
      if (isStored) pageValues.delete(key)
      else {
        pageValues.set(key, value)
        attempt((storage) => storage.removeItem(key), undefined) // an older value would come back after a reload
      }
    },
    remove(key) {
      pageValues.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
    list(prefix) {
      const keys = attempt((storage) => Object.keys(storage) as Key[], [])
      return [...new Set([...keys, ...pageValues.keys()])].filter((key) => key.startsWith(prefix))
    },
    isPageOnly: (key) => pageValues.has(key),
  }
}
