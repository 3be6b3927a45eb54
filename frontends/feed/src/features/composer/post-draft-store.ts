import { EMPTY_TRAY, type TrayContent } from '@meadow/features'
import { useQueryClient, useSession } from '@meadow/web'
import { useSyncExternalStore } from 'react'

/** A post that is not published yet. */
type PostDraft = { text: string; tray: TrayContent }

const EMPTY_DRAFT: PostDraft = { text: '', tray: EMPTY_TRAY }

/** Holds the draft of one member in memory. Another member begins with an empty one. */
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

/** One store per application, which is one query client. */
const stores = new WeakMap<object, PostDraftStore>()

/**
 * Returns the draft of the signed-in member, and a function that changes it. The draft survives closing the composer and
 * visits of other pages.
 */
export function useStoredPostDraft(): [PostDraft, (changes: Partial<PostDraft>) => void] {
  const client = useQueryClient()
  const memberId = useSession().user?._id
  const store = stores.get(client) ?? new PostDraftStore()
  stores.set(client, store)
  const draft = useSyncExternalStore(store.subscribe, () => store.read(memberId))
  return [draft, (changes) => store.update(memberId, changes)]
}
