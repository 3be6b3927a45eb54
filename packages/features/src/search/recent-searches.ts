import { memberStorage, useSession } from '@meadow/web'
import { useState } from 'react'

const STORAGE_KEY = 'recent-searches'
const MAX_RECENT_SEARCHES = 8

/** Returns the last searches of a member on this device, newest first. They are never sent, and removed when the member signs out. */
export function readRecentSearches(memberId: string | undefined): string[] {
  try {
    const stored: unknown = JSON.parse(memberStorage.read(memberId, STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, MAX_RECENT_SEARCHES) : []
  } catch {
    return [] // changed by hand
  }
}

/** Returns the searches after one more. A search that is typed further replaces its beginning. */
export const addRecentSearch = (searches: readonly string[], text: string): string[] =>
  [text, ...searches.filter((other) => !text.toLowerCase().startsWith(other.toLowerCase()))].slice(
    0,
    MAX_RECENT_SEARCHES,
  )

/** The last searches of the member on this device. */
export function useRecentSearches() {
  const memberId = useSession().user?._id
  const [searches, setSearches] = useState(() => readRecentSearches(memberId))
  const store = (next: string[]) => {
    setSearches(next)
    if (next.length > 0) memberStorage.write(memberId, STORAGE_KEY, JSON.stringify(next))
    else memberStorage.remove(memberId, STORAGE_KEY)
  }
  return {
    searches,
    /** Reads them again: another place of the page may have added one. */
    reload: () => setSearches(readRecentSearches(memberId)),
    add: (text: string) => store(addRecentSearch(readRecentSearches(memberId), text)),
    remove: (text: string) => store(readRecentSearches(memberId).filter((other) => other !== text)),
    clear: () => store([]),
  }
}
