import type { PostDraftView } from '@meadow/contracts/browser'
import type { ShownOutboxEntry } from '@meadow/web'
import type { DraftActionData } from './post-draft-action.ts'

/**
 * The version of the draft in the composer. `changedAt` is the time of its last change in ISO 8601; `savedAt` is the `changedAt` of the
 * version that was last given to the outbox, missing if there was none.
 */
export type DraftVersion = { id: string; changedAt: string; savedAt?: string | undefined }

/** Returns true if the server has this version, or the outbox will bring it there. */
export const isSaved = ({ changedAt, savedAt }: DraftVersion): boolean => savedAt === changedAt

/** Returns the version after a change at `now`. It is later than the one before, also if the clock of this device is behind. */
export const toChangedVersion = (version: DraftVersion | undefined, now: Date, newId: () => string): DraftVersion => {
  const earliest = version ? Date.parse(version.changedAt) + 1 : 0
  const changedAt = new Date(Math.max(now.getTime(), earliest)).toISOString()
  return version ? { ...version, changedAt } : { id: newId(), changedAt }
}

/** Reads what was stored, also by another version. */
export function parseDraftVersion(stored: string): DraftVersion | undefined {
  try {
    const { id, changedAt, savedAt } = JSON.parse(stored)
    return typeof id === 'string' && !Number.isNaN(Date.parse(changedAt)) ? { id, changedAt, savedAt } : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the draft that replaces the saved one in the composer, because another device has changed it; `gone` if another device has
 * posted or deleted it. Undefined: what is in the composer stays.
 */
export function findNewerDraft(
  version: DraftVersion | undefined,
  drafts: readonly PostDraftView[],
): PostDraftView | 'gone' | undefined {
  if (!version || !isSaved(version)) return undefined
  const stored = drafts.find(({ _id }) => _id === version.id)
  if (!stored) return 'gone'
  return stored.changedAt > version.changedAt ? stored : undefined
}

/** A draft in the list: as the server has it, or as it waits in the outbox. */
export type ListedDraft = { id: string; text: string; pictures: number; changedAt: string } & (
  | { stored: PostDraftView }
  | { waiting: NonNullable<DraftActionData['draft']> }
)

/** Lists the drafts of the server with the changes that wait in the outbox, the last changed one first, without `hiddenIds`. */
export function listDrafts(
  drafts: readonly PostDraftView[],
  entries: readonly Pick<ShownOutboxEntry<DraftActionData>, 'data'>[],
  hiddenIds: ReadonlySet<string>,
): ListedDraft[] {
  const listed = new Map<string, ListedDraft>()
  for (const stored of drafts) {
    const { _id: id, content: text, pictures, changedAt } = stored
    listed.set(id, { id, text, pictures: pictures.length, changedAt, stored })
  }
  for (const { data } of entries) {
    const { id, changedAt, draft } = data
    if (draft) listed.set(id, { id, text: draft.content, pictures: draft.pictures.length, changedAt, waiting: draft })
    else listed.delete(id)
  }
  return [...listed.values()]
    .filter(({ id }) => !hiddenIds.has(id))
    .toSorted((one, other) => (one.changedAt < other.changedAt ? 1 : -1))
}
