import { mutingKeys, refetchMuted } from '@meadow/features'
import { type ApiResponse, type OutboxKind, type QueryClient, registerOutboxKind } from '@meadow/web'
import type { MutedWord } from './muted-word.ts'
import { t } from './texts.ts'

/** The words and phrases that the viewer mutes, in the order in which they are shown. */
type MutedWords = ApiResponse<'GET /users/muted-words'>

/** The new list, and the one that it replaces, so that a refused change can be taken back. */
type SetMutedWordsData = { words: readonly MutedWord[]; before: readonly MutedWord[] }

/** Replaces the words that the viewer mutes. The later list replaces one that waits. */
export const setMutedWordsAction: OutboxKind<SetMutedWordsData, MutedWords> = {
  name: 'set-muted-words',
  plan: ({ words }) => ({
    lane: 'muted words',
    replaceKey: 'muted words',
    requests: [{ call: 'PUT /users/muted-words', body: { words } }],
    description: t('mutedWords.waiting'),
  }),
  isUndone: (earlier, later) => JSON.stringify(later.words) === JSON.stringify(earlier.before),
  merge: (earlier, later) => ({ words: later.words, before: earlier.before }),
  show: (cache, { data: { words } }) => cacheMutedWords(cache, words),
  hide(cache, { data: { before } }) {
    cacheMutedWords(cache, before)
    void cache.invalidateQueries({ queryKey: mutingKeys.words })
  },
  isShownIn: ([subject, part]) => subject === mutingKeys.words[0] && part === mutingKeys.words[1],
  getSubject: () => 'muted words',
  settle(cache, _entry, { words }) {
    cacheMutedWords(cache, words)
    refetchMuted(cache)
  },
  describeRefusal: ({ fields, message }) => fields?.['words'] ?? (message || t('mutedWords.failed')),
  onRefusal: 'drop',
}
registerOutboxKind(setMutedWordsAction)

const cacheMutedWords = (cache: QueryClient, words: readonly MutedWord[]): void =>
  void cache.setQueryData<MutedWords>(mutingKeys.words, (known) => known && { words: [...words] })
