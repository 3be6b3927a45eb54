import { MAX_PICTURES } from '@meadow/contracts/limits'
import { createTrayPicture, EMPTY_TRAY, type TrayContent } from '@meadow/features'
import { draftFiles, memberStorage, useQueryClient, useSession } from '@meadow/web'
import { useEffect, useSyncExternalStore } from 'react'

/** A post that is not published yet: its text, and its pictures in the send tray. */
export type PostDraft = { text: string; tray: TrayContent }

/** Changed fields of a draft, or a function that returns them for the current draft. */
type PostDraftChange = Partial<PostDraft> | ((draft: PostDraft) => Partial<PostDraft>)

const EMPTY_DRAFT: PostDraft = { text: '', tray: EMPTY_TRAY }
const STORAGE_KEY = 'post-draft'

/** Holds the draft of the signed-in member. It survives a reload: its text in local storage, its pictures in IndexedDB. */
class PostDraftStore {
  readonly #listeners = new Set<() => void>()
  #memberId: string | undefined
  #draft = EMPTY_DRAFT
  #restoring: Promise<void> | undefined

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  read(memberId: string | undefined): PostDraft {
    if (memberId === undefined) return EMPTY_DRAFT
    if (memberId !== this.#memberId) {
      this.#memberId = memberId
      this.#draft = { ...EMPTY_DRAFT, text: readStoredText(memberId) }
      this.#restoring = undefined
    }
    return this.#draft
  }

  update(memberId: string | undefined, change: PostDraftChange): void {
    if (memberId === undefined) return
    const draft = this.read(memberId)
    const changes = typeof change === 'function' ? change(draft) : change
    this.#change({ ...draft, ...changes })
    if (changes.text !== undefined) writeStoredText(memberId, changes.text)
    if (changes.tray) void this.#storePictures(memberId)
  }

  /** Puts the pictures of an earlier visit before those that were added since. */
  restorePictures(memberId: string): Promise<void> {
    this.read(memberId)
    this.#restoring ??= draftFiles.read(memberId, STORAGE_KEY).then((files) => {
      if (files.length === 0 || memberId !== this.#memberId) return
      const { tray } = this.#draft
      const pictures = [...files.map(createTrayPicture), ...tray.pictures].slice(0, MAX_PICTURES)
      this.#change({ ...this.#draft, tray: { ...tray, pictures } })
    })
    return this.#restoring
  }

  async #storePictures(memberId: string): Promise<void> {
    await this.restorePictures(memberId)
    if (memberId !== this.#memberId) return
    const { pictures } = this.#draft.tray
    await draftFiles.write(
      memberId,
      STORAGE_KEY,
      pictures.map(({ file, alt }) => ({ file, alt })),
    )
  }

  #change(draft: PostDraft): void {
    this.#draft = draft
    for (const listener of this.#listeners) listener()
  }
}

const readStoredText = (memberId: string): string => memberStorage.read(memberId, STORAGE_KEY) ?? ''

function writeStoredText(memberId: string, text: string): void {
  if (text === '') memberStorage.remove(memberId, STORAGE_KEY)
  else memberStorage.write(memberId, STORAGE_KEY, text)
}

/** The store of each query client. The application has one client, and each test has its own. */
const storesByClient = new WeakMap<object, PostDraftStore>()

/** Returns the draft of the signed-in member, and a function that changes it. */
export function useStoredPostDraft(): [PostDraft, (change: PostDraftChange) => void] {
  const [store, memberId] = usePostDraftStore()
  const draft = useSyncExternalStore(store.subscribe, () => store.read(memberId))
  return [draft, (change) => store.update(memberId, change)]
}

/** Restores the pictures of an earlier visit, once. Its text is there from the beginning. */
export function useRestoredDraftPictures(): void {
  const [store, memberId] = usePostDraftStore()
  useEffect(() => {
    if (memberId !== undefined) void store.restorePictures(memberId)
  }, [store, memberId])
}

function usePostDraftStore(): readonly [PostDraftStore, string | undefined] {
  const client = useQueryClient()
  const memberId = useSession().user?._id
  const store = storesByClient.get(client) ?? new PostDraftStore()
  storesByClient.set(client, store)
  return [store, memberId]
}
