import { useRecentSearches } from '@meadow/features'
import { readKey, SearchField } from '@meadow/ui'
import { useNavigate } from '@meadow/web'
import { Search } from 'lucide-react'
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import styles from './feed-search.module.css'
import { t } from './texts.ts'

/** Search for posts in a header of the feed: a button that opens a field over it. `LazyFeedSearch` loads it when the page is idle. */
export function FeedSearch() {
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles['button']}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <Search aria-hidden="true" />
        <span className={styles['label']}>{t('feedSearch.field')}</span>
      </button>
      {isOpen && (
        <FeedSearchForm
          text={text}
          onChange={setText}
          onLeave={() => setIsOpen(false)}
          onEscape={() => {
            setIsOpen(false)
            button.current?.focus()
          }}
        />
      )}
    </>
  )
}

type FeedSearchFormProps = {
  text: string
  onChange: (text: string) => void
  /** Called when the focus moves to another part of the page. */
  onLeave: () => void
  onEscape: () => void
}

/** The open field. Enter opens the search page with the results. */
function FeedSearchForm({ text, onChange, onLeave, onEscape }: FeedSearchFormProps) {
  const navigate = useNavigate()
  const recent = useRecentSearches()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const query = text.trim()
    if (!query) return
    recent.add(query)
    void navigate(`/search?${new URLSearchParams({ q: query })}`)
  }
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isInside = currentTarget.contains(relatedTarget)
    const isWindowLeft = currentTarget.contains(document.activeElement)
    if (!isInside && !isWindowLeft) onLeave()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (readKey(event) !== 'Escape') return
    event.stopPropagation()
    onEscape()
  }
  const keepFocus = (event: MouseEvent) => {
    if (event.target !== input.current) event.preventDefault() // Safari focuses no clicked button: the field would blur, and close
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers give `search` no role yet
    <form
      role="search"
      aria-label={t('feedSearch.field')}
      className={styles['form']}
      onSubmit={submit}
      onBlur={handleBlur}
      onKeyDown={handleKeyDown}
      onMouseDown={keepFocus}
    >
      <SearchField
        label={t('feedSearch.field')}
        clearLabel={t('feedSearch.clear')}
        value={text}
        onChange={onChange}
        inputRef={input}
      />
    </form>
  )
}
