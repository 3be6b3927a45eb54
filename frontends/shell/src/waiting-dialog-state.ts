import { useSyncExternalStore } from 'react'

/** `list` shows what waits to be sent; `log-out` asks whether to delete it. */
type WaitingDialogPurpose = 'list' | 'log-out'

let purpose: WaitingDialogPurpose | undefined
const listeners = new Set<() => void>()

function setPurpose(next: WaitingDialogPurpose | undefined): void {
  purpose = next
  for (const listener of listeners) listener()
}

/** Opens a dialog about what waits to be sent, from any page. */
export const openWaitingDialog = (next: WaitingDialogPurpose): void => setPurpose(next)

export const closeWaitingDialog = (): void => setPurpose(undefined)

/** Returns the purpose of the open dialog; undefined if none is open. */
export const useWaitingDialogPurpose = (): WaitingDialogPurpose | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => purpose,
  )
