import { isMuteRunning, mutingKeys } from '@meadow/features'
import { useNow } from '@meadow/ui'
import { type ApiResponse, api, useOutbox, useQuery, useQueryClient, useToast } from '@meadow/web'
import { isSameWord, type MutedWord } from './muted-word.ts'
import { setMutedWordsAction } from './set-muted-words-action.ts'
import { t } from './texts.ts'

/** Fetches the words that the viewer mutes now, and returns functions that add and remove one. Both act at once, also offline. */
export function useMutedWords() {
  const cache = useQueryClient()
  const outbox = useOutbox()
  const toast = useToast()
  const now = useNow()
  const { data, error, refetch } = useQuery({
    queryKey: mutingKeys.words,
    queryFn: ({ signal }) => api('GET /users/muted-words', { signal }),
  })
  const change = (toWords: (words: readonly MutedWord[]) => readonly MutedWord[]) => {
    const before = cache.getQueryData<ApiResponse<'GET /users/muted-words'>>(mutingKeys.words)?.words ?? []
    const running = before.filter(({ until }) => isMuteRunning(until, new Date()))
    void outbox.add(setMutedWordsAction, { words: toWords(running), before })
  }
  const add = (word: MutedWord) => {
    change((words) => [word, ...words.filter(({ text }) => !isSameWord(text, word.text))])
    toast({ tone: 'success', title: t('mutedWords.added', { word: word.text }) })
  }
  const remove = (word: MutedWord, index: number) => {
    const withoutWord = (words: readonly MutedWord[]) => words.filter(({ text }) => text !== word.text)
    change(withoutWord)
    toast({
      tone: 'info',
      title: t('mutedWords.removed', { word: word.text }),
      action: {
        label: t('mutedWords.undo'),
        onSelect: () => change((words) => withoutWord(words).toSpliced(index, 0, word)),
      },
    })
  }
  return { words: data?.words.filter(({ until }) => isMuteRunning(until, now)), error, refetch, add, remove }
}
