import { memberStorage, readStoredSession } from '@meadow/web'

const STORAGE_KEY = 'voice-positions'
/** The positions of the recordings that were left last are stored. */
const MAX_STORED_POSITIONS = 100

/** The position of each message that was left before its end, in milliseconds, the one that was left last at the end. */
const positions = new Map<string, number>()
let ownerId: string | undefined

/** Loads the positions that this device has stored for a member, at the first call. */
export function loadVoicePositions(memberId: string): void {
  if (ownerId === memberId) return
  ownerId = memberId
  positions.clear()
  for (const [key, positionMs] of parsePositions(memberStorage.read(memberId, STORAGE_KEY)))
    positions.set(key, positionMs)
}

/** Returns the position at which a message was left, in milliseconds. */
export const readVoicePosition = (key: string): number => positions.get(key) ?? 0

/** Changes the position of a message, without storing it. */
export function setVoicePosition(key: string, positionMs: number): void {
  positions.delete(key)
  if (positionMs > 0) positions.set(key, positionMs)
}

/** Stores the positions on this device. They are removed when the member signs out; afterwards, nothing is stored. */
export function storeVoicePositions(): void {
  if (readStoredSession().userId !== ownerId) return // the player may stop after a sign-out
  const newest = [...positions].slice(-MAX_STORED_POSITIONS)
  memberStorage.write(ownerId, STORAGE_KEY, JSON.stringify(newest))
}

/** Returns the positions of a stored text; none if another version has stored something else. */
function parsePositions(stored: string | null): [string, number][] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isPosition) : []
  } catch {
    return []
  }
}

const isPosition = (value: unknown): value is [string, number] =>
  Array.isArray(value) && typeof value[0] === 'string' && Number.isFinite(value[1])
