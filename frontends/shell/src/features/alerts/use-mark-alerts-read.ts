import type { NotificationView } from '@meadow/contracts/browser'
import { useOutbox } from '@meadow/web'
import { useRef } from 'react'
import type { AlertFilter } from './alert-cache.ts'
import { readAlertAction } from './read-alert-action.ts'

/**
 * Returns functions that mark notifications as read: `one`, one that was `seen`, or `all` that match a filter and are not
 * newer than `before`. The cached lists change at once, and the outbox sends the mark. A refusal of `seen` shows no toast, and
 * is not tried again.
 */
export function useMarkAlertsRead() {
  const outbox = useOutbox()
  const seenStates = useRef(new Set<string>())
  return {
    one: (id: string) => void outbox.add(readAlertAction, { id, isAutomatic: false }),
    seen: ({ _id: id, updatedAt }: NotificationView) => {
      const state = `${id} ${updatedAt}` // it is unread again when another member did the same
      if (seenStates.current.has(state)) return
      seenStates.current.add(state)
      void outbox.add(readAlertAction, { id, isAutomatic: true })
    },
    all: (read: { filter: AlertFilter; before: string }) => void outbox.add(readAlertAction, read),
  }
}
