import { MAX_PICTURES } from '@meadow/contracts/limits'
import { draftFiles, memberStorage, useQueryClient, useSession } from '@meadow/web'
import { useEffect, useSyncExternalStore } from 'react'
import type { TrayContent } from '../send-tray/tray-pictures.ts'
import { createTrayPicture, EMPTY_TRAY, type StoredTray } from '../send-tray/use-send-tray.ts'

/** The unsent work of a member: a text, and pictures in a send tray. */
type Draft = { text: string; tray: TrayContent }
type DraftEntry = { draft: Draft; restoring?: Promise<void> }

/** A text, or a function that makes it from the current one. */
type TextChange = string | ((current: string) => string)

const EMPTY_DRAFT: Draft = { text: '', tray: EMPTY_TRAY }

/** Holds the drafts of the signed-in member by their names. They survive a reload: texts in local storage, pictures in IndexedDB. */
class DraftStore {
  readonly #listeners = new Set<() => void>()
  readonly #entries = new Map<string, DraftEntry>()
  #memberId: string | undefined

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  read(memberId: string | undefined, name: string): Draft {
    return memberId === undefined ? EMPTY_DRAFT : this.#find(memberId, name).draft
  }

  setText(memberId: string, name: string, change: TextChange): void {
    const entry = this.#find(memberId, name)
    const text = typeof change === 'string' ? change : change(entry.draft.text)
    this.#change(entry, { ...entry.draft, text })
    if (text.trim() === '') memberStorage.remove(memberId, name)
    else memberStorage.write(memberId, name, text)
  }

  /** Shows the text that is stored, which another tab has changed. */
  showStoredText(memberId: string, name: string): void {
    const entry = this.#find(memberId, name)
    this.#change(entry, { ...entry.draft, text: memberStorage.read(memberId, name) ?? '' })
  }

  changeTray(memberId: string, name: string, change: (tray: TrayContent) => TrayContent): void {
    const entry = this.#find(memberId, name)
    const before = entry.draft.tray.pictures
    this.#change(entry, { ...entry.draft, tray: change(entry.draft.tray) })
    if (before.length + entry.draft.tray.pictures.length > 0) void this.#storePictures(memberId, name, entry)
  }

  /** Puts the pictures of an earlier visit before those that were added since. */
  restorePictures(memberId: string, name: string): Promise<void> {
    const entry = this.#find(memberId, name)
    entry.restoring ??= draftFiles.read(memberId, name).then((files) => {
      if (files.length === 0) return
      const { tray } = entry.draft
      const pictures = [...files.map(createTrayPicture), ...tray.pictures].slice(0, MAX_PICTURES)
      this.#change(entry, { ...entry.draft, tray: { ...tray, pictures } })
    })
    return entry.restoring
  }

  async #storePictures(memberId: string, name: string, entry: DraftEntry): Promise<void> {
    await this.restorePictures(memberId, name)
    const { pictures } = entry.draft.tray
    await draftFiles.write(
      memberId,
      name,
      pictures.map(({ file, alt }) => ({ file, alt })),
    )
  }

  #find(memberId: string, name: string): DraftEntry {
    if (memberId !== this.#memberId) this.#entries.clear()
    this.#memberId = memberId
    const entry = this.#entries.get(name) ?? {
      draft: { ...EMPTY_DRAFT, text: memberStorage.read(memberId, name) ?? '' },
    }
    this.#entries.set(name, entry)
    return entry
  }

  #change(entry: DraftEntry, draft: Draft): void {
    entry.draft = draft
    for (const listener of this.#listeners) listener()
  }
}

/** The store of each query client. The application has one client, and each test has its own. */
const storesByClient = new WeakMap<object, DraftStore>()

/**
 * Returns the text of a draft of the signed-in member, and a function that changes it. All components with this name share it.
 * An empty text is not stored.
 */
export function useDraftText(name: string): readonly [string, (change: TextChange) => void] {
  const [store, memberId] = useDraftStore()
  const text = useSyncExternalStore(store.subscribe, () => store.read(memberId, name).text)
  return [text, (changed) => memberId && store.setText(memberId, name, changed)]
}

/** Returns a function that changes the text of any draft of the signed-in member. */
export function useSetDraftText(): (name: string, change: TextChange) => void {
  const [store, memberId] = useDraftStore()
  return (name, change) => memberId && store.setText(memberId, name, change)
}

/** Returns a function that shows the stored text of a draft, once another tab has changed it. It is not stored again, which the other would take for a change. */
export function useShowStoredDraftText(name: string): () => void {
  const [store, memberId] = useDraftStore()
  return () => memberId && store.showStoredText(memberId, name)
}

/** Returns the pictures of a draft, as `useSendTray` takes them. Those of an earlier visit come once `isReady`. */
export function useDraftTray(name: string, isReady = true): StoredTray {
  const [store, memberId] = useDraftStore()
  const tray = useSyncExternalStore(store.subscribe, () => store.read(memberId, name).tray)
  useEffect(() => {
    if (isReady && memberId !== undefined) void store.restorePictures(memberId, name)
  }, [store, memberId, name, isReady])
  return [tray, (change) => memberId && store.changeTray(memberId, name, change)]
}

function useDraftStore(): readonly [DraftStore, string | undefined] {
  const client = useQueryClient()
  const memberId = useSession().user?._id
  const store = storesByClient.get(client) ?? new DraftStore()
  storesByClient.set(client, store)
  return [store, memberId]
}
