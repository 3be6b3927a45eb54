import { useIsNarrowScreen } from '@meadow/features'
import { useCloseByBack } from '@meadow/ui'
import type { useConversationPane } from './use-conversation-pane.ts'

type PaneState = Pick<
  ReturnType<typeof useConversationPane>,
  'selectedIds' | 'setSelectedIds' | 'isSearching' | 'setIsSearching' | 'openPanel' | 'setOpenPanel'
>

/** Lets Back on the phone close search, selection and panels of a conversation, the one opened last first. */
export function useCloseConversationLayers(pane: PaneState): void {
  const { selectedIds, setSelectedIds, isSearching, setIsSearching, openPanel, setOpenPanel } = pane
  const isNarrow = useIsNarrowScreen()
  useCloseByBack(isNarrow && isSearching, () => setIsSearching(false))
  useCloseByBack(isNarrow && selectedIds !== undefined, () => setSelectedIds(undefined))
  useCloseByBack(isNarrow && openPanel !== undefined, () => setOpenPanel(undefined))
}
