import { MAX_MUTED_WORD_LENGTH } from '@meadow/contracts/limits'
import { useForm } from '@meadow/features'
import { Button, Checkbox, SelectField, TextField } from '@meadow/ui'
import { SectionLoadError, SectionSkeleton } from '../section-status.tsx'
import styles from '../settings.module.css'
import { formatUntil } from './format-until.ts'
import { MutedTags, MutedThreads } from './muted-content.tsx'
import { type MutedWord, type MutedWordForm, toMutedWord, validateMutedWord } from './muted-word.ts'
import { t } from './texts.ts'
import { useMutedWords } from './use-muted-words.ts'

const DURATIONS = [
  { value: 'always', label: t('mutedWords.always') },
  { value: 'day', label: t('mutedWords.day') },
  { value: 'week', label: t('mutedWords.week') },
  { value: 'month', label: t('mutedWords.month') },
] as const

const PLACES = { feed: t('mutedWords.inFeeds'), alerts: t('mutedWords.inAlerts') }

/** Section with the words, tags and threads that the viewer mutes. */
export function MutedWordsSection() {
  const { words, error, refetch, add, remove } = useMutedWords()
  return (
    <>
      {words && <AddMutedWord words={words} onAdd={add} />}
      <section aria-labelledby="muted-words">
        <div className={styles['subheading']}>
          <h2 id="muted-words">{t('mutedWords.list')}</h2>
        </div>
        {words ? (
          <WordList words={words} onRemove={remove} />
        ) : error ? (
          <SectionLoadError onRetry={() => void refetch()} />
        ) : (
          <SectionSkeleton />
        )}
      </section>
      <MutedTags />
      <MutedThreads />
    </>
  )
}

type AddMutedWordProps = { words: readonly MutedWord[]; onAdd: (word: MutedWord) => void }

/** Form that mutes a word. A word that is muted already gets the new time and places. */
function AddMutedWord({ words, onAdd }: AddMutedWordProps) {
  const { values, errors, changeValues, formProps, reset } = useForm<MutedWordForm>({
    initialValues: { text: '', isInFeeds: true, isInAlerts: true, duration: 'always' },
    validate: (fields) => validateMutedWord(fields, words),
    submit: async (fields) => {
      onAdd(toMutedWord(fields, new Date()))
      reset({ ...fields, text: '' })
    },
    fallbackMessage: t('mutedWords.failed'),
  })
  return (
    <form {...formProps} className={styles['form']}>
      <TextField
        label={t('mutedWords.text')}
        hint={t('mutedWords.hint')}
        name="text"
        autoComplete="off"
        maxLength={MAX_MUTED_WORD_LENGTH}
        value={values.text}
        onChange={(text) => changeValues({ text })}
        error={errors.text}
      />
      <fieldset className={styles['places']}>
        <legend>{t('mutedWords.where')}</legend>
        <Checkbox
          label={PLACES.feed}
          checked={values.isInFeeds}
          onChange={(isInFeeds) => changeValues({ isInFeeds })}
        />
        <Checkbox
          label={PLACES.alerts}
          checked={values.isInAlerts}
          onChange={(isInAlerts) => changeValues({ isInAlerts })}
          error={errors.isInAlerts}
        />
      </fieldset>
      <SelectField
        label={t('mutedWords.duration')}
        value={values.duration}
        options={DURATIONS}
        onChange={(duration) => changeValues({ duration })}
      />
      <div>
        <Button type="submit">{t('mutedWords.add')}</Button>
      </div>
    </form>
  )
}

type WordListProps = { words: readonly MutedWord[]; onRemove: (word: MutedWord, index: number) => void }

function WordList({ words, onRemove }: WordListProps) {
  if (words.length === 0) return <p className={styles['footer']}>{t('mutedWords.none')}</p>
  return (
    <ul>
      {words.map((word, index) => (
        <li key={word.text} className={styles['setting']}>
          <div className={styles['labels']}>
            <h3 className={styles['word']}>
              <bdi>{word.text}</bdi>
            </h3>
            <p>{formatPlaces(word)}</p>
            <p>{word.until === null ? t('mutedWords.forGood') : formatUntil(word.until)}</p>
          </div>
          <Button
            variant="line"
            size="s"
            aria-label={t('mutedWords.removeWord', { word: word.text })}
            onClick={() => onRemove(word, index)}
          >
            {t('mutedWords.remove')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

const formatPlaces = ({ in: places }: MutedWord): string =>
  (['feed', 'alerts'] as const)
    .filter((place) => places.includes(place))
    .map((place) => PLACES[place])
    .join(' · ')
