import { readKey } from '@meadow/ui'
import { type KeyboardEvent, useState } from 'react'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import type { ScrollTarget } from '../features/messages/use-scroll-target.ts'
import { useComposerMode } from './use-composer-mode.ts'

/**
 * Holds the UI state of a conversation. Escape ends the modes one after the other: composer, selection, search,
 * panel; then it leads from the messages to the composer.
 */
export function useConversationPane(draftName: string) {
  const composerMode = useComposerMode(draftName)
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>()
  const [isSearching, setIsSearching] = useState(false)
  const [openPanel, setOpenPanel] = useState<'threads' | 'contents' | { thread: string }>()
  const [messagesToDelete, setMessagesToDelete] = useState<readonly ShownMessage[]>([])
  const [scrollTarget, setScrollTarget] = useState<ScrollTarget>()

  const toggleSelected = ({ _id }: ShownMessage) =>
    setSelectedIds((ids) => {
      const next = new Set(ids)
      if (!next.delete(_id)) next.add(_id)
      return next
    })
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (readKey(event) !== 'Escape' || event.defaultPrevented) return
    if (composerMode.mode) composerMode.setMode(undefined)
    else if (selectedIds) setSelectedIds(undefined)
    else if (isSearching) setIsSearching(false)
    else if (openPanel) setOpenPanel(undefined)
    else if ((event.target as Element).closest('[role="log"]'))
      event.currentTarget.querySelector<HTMLElement>('form textarea')?.focus()
  }
  return {
    composerMode,
    selectedIds,
    setSelectedIds,
    toggleSelected,
    isSearching,
    setIsSearching,
    openPanel,
    setOpenPanel,
    messagesToDelete,
    setMessagesToDelete,
    scrollTarget,
    setScrollTarget,
    handleKeyDown,
  }
}
