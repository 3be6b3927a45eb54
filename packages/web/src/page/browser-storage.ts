/** Values of this browser that belong to no member, and stay when another member signs in. */
export type DeviceKey =
  | 'theme'
  | 'shortcuts'
  | 'offlineReady'
  | 'token'
  | 'userId'
  | 'signOutPending'
  | 'session-replaced-until'
  | `lease:${string}`

/** Values of this tab that belong to no member. */
export type TabKey = 'reloadedFor'

/** Values of a member; see `memberStorage`. */
export type MemberKey = `member:${string}`

export type BrowserStorage<Key extends string> = {
  /** Returns null if nothing is stored. */
  read: (key: Key) => string | null
  write: (key: Key, value: string) => void
  remove: (key: Key) => void
  /** Returns the keys that begin with `prefix`. */
  list: (prefix: string) => Key[]
}

/** Local storage that never throws. If the browser disables storage, it stores nothing. */
export const browserStorage = createBrowserStorage<DeviceKey | MemberKey>(() => localStorage)

/** Session storage that never throws: the values of this tab, which survive a reload. */
export const tabStorage = createBrowserStorage<TabKey | MemberKey>(() => sessionStorage)

function createBrowserStorage<Key extends string>(getStorage: () => Storage): BrowserStorage<Key> {
  const attempt = <Result, Fallback>(work: (storage: Storage) => Result, fallback: Fallback): Result | Fallback => {
    try {
      return work(getStorage())
    } catch {
      return fallback // full or forbidden
    }
  }
  return {
    read: (key) => attempt((storage) => storage.getItem(key), null),
    write: (key, value) => attempt((storage) => storage.setItem(key, value), undefined),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
    list: (prefix) => attempt((storage) => Object.keys(storage) as Key[], []).filter((key) => key.startsWith(prefix)),
  }
}
