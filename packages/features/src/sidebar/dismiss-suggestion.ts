import type { SuggestionView } from '@meadow/contracts/browser'
import { type ApiResponse, type OutboxKind, registerOutboxKind, useOutbox, useToast } from '@meadow/web'
import { queryKeys } from '../cache/query-keys.ts'
import { t } from './texts.ts'

type Suggestions = ApiResponse<'GET /auth/suggestions'>

/** A suggestion as it was listed, with its place, so that it can be put back. */
type DismissData = { suggestion: SuggestionView; index: number; isDismissed: boolean }

/** Dismisses a suggested member, or takes that back. The later choice for a member replaces the earlier one. */
const dismissSuggestionAction: OutboxKind<DismissData> = {
  name: 'dismiss-suggestion',
  plan: ({ suggestion: { _id }, isDismissed }) => ({
    lane: `member ${_id}`,
    replaceKey: `dismiss-suggestion ${_id}`,
    requests: [{ call: 'POST /auth/suggestions/:id/dismiss', params: { id: _id }, body: { state: isDismissed } }],
  }),
  isUndone: (earlier, later) => earlier.isDismissed !== later.isDismissed,
  show: (cache, { data }) => cache.setQueryData<Suggestions>(queryKeys.suggestions, withSuggestion(data)),
  hide: (cache, { data }) =>
    cache.setQueryData<Suggestions>(queryKeys.suggestions, withSuggestion({ ...data, isDismissed: !data.isDismissed })),
  isShownIn: ([, list]) => list === queryKeys.suggestions[1],
  settle: () => undefined,
  describeRefusal: () => t('sidebar.dismissFailed'),
  onRefusal: 'drop',
}
registerOutboxKind(dismissSuggestionAction)

/** Returns the change of a list of suggestions that takes one out of it, or puts it back to its place. */
const withSuggestion =
  ({ suggestion, index, isDismissed }: DismissData) =>
  (known: Suggestions | undefined) => {
    if (!known) return known
    const others = known.suggestions.filter(({ _id }) => _id !== suggestion._id)
    return { ...known, suggestions: isDismissed ? others : others.toSpliced(index, 0, suggestion) }
  }

/** Returns a function that dismisses the suggestion at a place of the list. A toast offers Undo. */
export function useDismissSuggestion(): (suggestion: SuggestionView, index: number) => void {
  const outbox = useOutbox()
  const toast = useToast()
  return (suggestion, index) => {
    const dismiss = (isDismissed: boolean) =>
      void outbox.add(dismissSuggestionAction, { suggestion, index, isDismissed })
    dismiss(true)
    toast({
      tone: 'info',
      title: t('sidebar.dismissed', { name: suggestion.fullName }),
      action: { label: t('sidebar.undo'), onSelect: () => dismiss(false) },
    })
  }
}
