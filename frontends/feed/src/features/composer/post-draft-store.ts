import { EMPTY_TRAY, type TrayContent } from '@meadow/features'
import { useQueryClient, useSession } from '@meadow/web'
import { useSyncExternalStore } from 'react'

/** A post that is not published yet: its text, and its pictures in the send tray. */
type PostDraft = { text: string; tray: TrayContent }

const EMPTY_DRAFT: PostDraft = { text: '', tray: EMPTY_TRAY }

/** Holds one draft in memory, with the member whose it is. Another member gets an empty one, and replaces it by the first change. */
class PostDraftStore {
  readonly #listeners = new Set<() => void>()
  #memberId: string | undefined
  #draft = EMPTY_DRAFT

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  read(memberId: string | undefined): PostDraft {
    return memberId === this.#memberId ? this.#draft : EMPTY_DRAFT
  }

  update(memberId: string | undefined, changes: Partial<PostDraft>): void {
    this.#draft = { ...this.read(memberId), ...changes }
    this.#memberId = memberId
    for (const listener of this.#listeners) listener()
  }
}

/** The store of each query client. The application has one client, and each test has its own. */
const storesByClient = new WeakMap<object, PostDraftStore>()

/**
 * Returns the draft of the signed-in member, and a function that changes it. It stays in memory when the composer is closed or
 * another page is shown, but not after a reload.
 */
export function useStoredPostDraft(): [PostDraft, (changes: Partial<PostDraft>) => void] {
  const client = useQueryClient()
  const memberId = useSession().user?._id
  const store = storesByClient.get(client) ?? new PostDraftStore()
  storesByClient.set(client, store)
  const draft = useSyncExternalStore(store.subscribe, () => store.read(memberId))
  return [draft, (changes) => store.update(memberId, changes)]
}
