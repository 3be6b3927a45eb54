import { useEffect, useEffectEvent } from 'react'
import { openHistoryLayer } from './history-layers.ts'

/** Lets Back close a layer while it is open: dialogs, menus, viewers. Layers above it close first. */
export function useCloseByBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => (isOpen ? openHistoryLayer(() => close()) : undefined), [isOpen])
}
