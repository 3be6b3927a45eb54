import { type GuestAction, tabStorage } from '@meadow/web'
import { readRedirectPath } from '../read-redirect-path.ts'

/** A guest's action waits this long for a sign-in. */
const MAX_AGE_MS = 3_600_000

/** An action that a guest wanted, with the page to which a sign-in leads. */
export type StoredAction = GuestAction & { path: string; storedAt: number }

/** Keeps the action of a guest in this tab until a sign-in. The later one replaces the earlier one. */
export function storeAction(action: StoredAction): void {
  tabStorage.remove('signedInHere')
  tabStorage.write('guestAction', JSON.stringify(action))
}

export const removeStoredAction = (): void => tabStorage.remove('guestAction')

/** Returns the kept action; undefined if there is none, if it is older than an hour, or if its path is not one of this origin. */
export function readStoredAction(now = Date.now()): StoredAction | undefined {
  try {
    const { kind, data, path, storedAt } = JSON.parse(tabStorage.read('guestAction') ?? 'null') as StoredAction
    const ageMs = now - storedAt
    const isUsable = typeof kind === 'string' && ageMs >= 0 && ageMs < MAX_AGE_MS
    return isUsable && readRedirectPath({ next: path }, undefined) ? { kind, data, path, storedAt } : undefined
  } catch {
    return undefined
  }
}

/**
 * Takes the kept action, which is gone afterwards. Returns undefined unless the member has signed in in this tab after it was kept:
 * a sign-in in another tab was not for this action.
 */
export function takeStoredAction(memberId: string, now = Date.now()): StoredAction | undefined {
  const action = readStoredAction(now)
  removeStoredAction()
  return tabStorage.read('signedInHere') === memberId ? action : undefined
}

/** Returns the page that shows the result of an action: that of the post, or else the page where the guest was. */
export function toActionPath({ data }: GuestAction, currentPath: string): string {
  const { postId, post = postId } = (data ?? {}) as { postId?: unknown; post?: unknown }
  return typeof post === 'string' ? `/post/${encodeURIComponent(post)}` : currentPath
}
