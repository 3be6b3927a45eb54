import type { MessageDraftView } from '@meadow/contracts/browser'
import { memberStorage } from '@meadow/web'

/**
 * The version of the draft of a conversation on this device. `changedAt` is the time of its last change in ISO 8601; `savedAt` is the
 * `changedAt` of the version that was last given to the outbox, missing if there was none.
 */
export type DraftVersion = { changedAt: string; savedAt?: string | undefined }

/** The versions of the drafts of a member, by the other member of the conversation. */
export type DraftVersions = Readonly<Record<string, DraftVersion>>

const STORAGE_KEY = 'draft-versions'

/** Reads the versions of a member's drafts; none if what is stored cannot be read. */
export function readDraftVersions(memberId: string | undefined): DraftVersions {
  try {
    return (JSON.parse(memberStorage.read(memberId, STORAGE_KEY) ?? '{}') as DraftVersions | null) ?? {}
  } catch {
    return {}
  }
}

/** Changes the version of one draft; undefined removes it. All tabs share them. */
export function changeDraftVersion(
  memberId: string | undefined,
  userId: string,
  change: (version: DraftVersion | undefined) => DraftVersion | undefined,
): void {
  const { [userId]: version, ...others } = readDraftVersions(memberId)
  const changed = change(version)
  if (changed === version) return
  const versions = changed ? { ...others, [userId]: changed } : others
  memberStorage.write(memberId, STORAGE_KEY, JSON.stringify(versions))
}

/** Returns true if the server has this version, or the outbox will bring it there. */
export const isSaved = ({ changedAt, savedAt }: DraftVersion): boolean => savedAt === changedAt

/** Returns the version after a change at `now`. It is later than the one before, also if the clock of this device is behind. */
export const toChangedVersion = (version: DraftVersion | undefined, now: Date): DraftVersion => {
  const earliest = version ? Date.parse(version.changedAt) + 1 : 0
  return { ...version, changedAt: new Date(Math.max(now.getTime(), earliest)).toISOString() }
}

/** The draft of a conversation on this device. */
export type LocalDraft = { text: string; version: DraftVersion | undefined }

/**
 * Decides what becomes of the draft on this device when the server has `stored`, or none.
 *
 * - `keep`: it stays.
 * - `take`: the stored one replaces it. Another device has changed it since.
 * - `clear`: another device has sent or deleted it.
 * - `conflict`: the stored one is newer, and replaces a text that the server never had.
 */
export function resolveDraft(
  { text, version }: LocalDraft,
  stored: MessageDraftView | undefined,
): 'keep' | 'take' | 'clear' | 'conflict' {
  const isNewer = stored !== undefined && (!version || stored.changedAt > version.changedAt)
  const isSame = stored?.content === text.trim()
  if (!version) return isNewer && text.trim() === '' ? 'take' : 'keep'
  if (!isSaved(version)) return isNewer && !isSame ? 'conflict' : 'keep'
  if (isNewer) return 'take'
  return stored ? 'keep' : 'clear'
}
