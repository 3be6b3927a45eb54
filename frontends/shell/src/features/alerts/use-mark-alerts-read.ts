import { useOutbox } from '@meadow/web'
import type { AlertFilter } from './alert-cache.ts'
import { readAlertAction } from './read-alert-action.ts'

/**
 * Returns functions that mark notifications as read: `one`, or `all` that match a filter and are not newer than `before`. The
 * cached lists change at once, and the outbox sends the mark.
 */
export function useMarkAlertsRead() {
  const outbox = useOutbox()
  return {
    one: (id: string) => void outbox.add(readAlertAction, { id, isAutomatic: false }),
    all: (read: { filter: AlertFilter; before: string }) => void outbox.add(readAlertAction, read),
  }
}
