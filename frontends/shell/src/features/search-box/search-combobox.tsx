import type { MemberSummaryView } from '@meadow/contracts/browser'
import { useRecentSearches } from '@meadow/features'
import { Avatar, joinClassNames, readKey } from '@meadow/ui'
import { api, useNavigate, useQuery } from '@meadow/web'
import { History, Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react'
import styles from './search-box.module.css'
import { t } from './texts.ts'

const DEBOUNCE_MS = 150
const MAX_SEARCH_LENGTH = 200
const MAX_PEOPLE = 5
const MAX_RECENT = 5

/** A suggestion below the field, and the page that it opens. */
type Suggestion = { id: string; path: string; search?: string; label: string; content: ReactNode }

/**
 * Search field by the ARIA combobox pattern: it suggests people while the member types, and the last searches before. Enter opens the
 * selected suggestion or searches, Escape closes the list.
 */
export function SearchCombobox({ inputRef }: { inputRef: RefObject<HTMLInputElement | null> }) {
  const id = useId()
  const navigate = useNavigate()
  const recent = useRecentSearches()
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [selected, setSelected] = useState(-1)
  const people = useSuggestedPeople(text.trim(), isOpen)
  const suggestions = text.trim() ? toSuggestions(text.trim(), people) : toRecentSuggestions(recent.searches)
  const showsList = isOpen && suggestions.length > 0
  const active = showsList ? suggestions[selected] : undefined

  const close = () => {
    setIsOpen(false)
    setSelected(-1)
  }
  const open = (path: string, search?: string) => {
    if (search) recent.add(search)
    setText('')
    close()
    inputRef.current?.blur()
    void navigate(path)
  }
  const submit = () => {
    const query = text.trim()
    if (active) open(active.path, active.search)
    else if (query) open(toSearchPath(query), query)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const key = readKey(event)
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      setIsOpen(true)
      const by = key === 'ArrowDown' ? 1 : -1
      const count = suggestions.length + 1 // the last step is the field itself
      if (count > 1) setSelected(((selected + 1 + by + count) % count) - 1)
    } else if (key === 'Escape' && (showsList || text)) {
      event.preventDefault()
      event.stopPropagation()
      if (showsList) close()
      else setText('')
    } else if (key === 'Enter') {
      event.preventDefault()
      submit()
    }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers give `search` no role yet
    <div role="search" className={styles['box']}>
      <Search aria-hidden="true" />
      <input
        ref={inputRef}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_SEARCH_LENGTH}
        role="combobox"
        aria-label={t('searchBox.field')}
        aria-expanded={showsList}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && `${id}-${active.id}`}
        placeholder={t('searchBox.field')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setIsOpen(true)
          setSelected(-1)
        }}
        onFocus={() => {
          recent.reload()
          setIsOpen(true)
        }}
        onBlur={close}
        onKeyDown={handleKeyDown}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('searchBox.results')}
        className={styles['list']}
        hidden={!showsList}
      >
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
          <div
            key={suggestion.id}
            id={`${id}-${suggestion.id}`}
            role="option"
            tabIndex={-1}
            aria-label={suggestion.label}
            aria-selected={index === selected}
            className={joinClassNames(styles['option'], index === selected && styles['selected'])}
            onMouseDown={(event) => event.preventDefault()} // keeps the focus in the field
            onClick={() => open(suggestion.path, suggestion.search)}
          >
            {suggestion.content}
          </div>
        ))}
      </div>
    </div>
  )
}

const toSearchPath = (text: string): string => `/search?${new URLSearchParams({ q: text })}`

const toSuggestions = (text: string, people: readonly MemberSummaryView[]): Suggestion[] => [
  {
    id: 'search',
    path: toSearchPath(text),
    search: text,
    label: t('searchBox.searchFor', { text }),
    content: (
      <>
        <Search aria-hidden="true" />
        <span className={styles['label']}>{t('searchBox.searchFor', { text })}</span>
      </>
    ),
  },
  ...people.map(({ _id, username, fullName, avatar }) => ({
    id: _id,
    path: `/profile/${username}`,
    label: `${fullName}, @${username}`,
    content: (
      <>
        <Avatar name={fullName} src={avatar} size={32} />
        <span className={styles['label']}>
          <bdi>{fullName}</bdi> <bdi className={styles['username']}>@{username}</bdi>
        </span>
      </>
    ),
  })),
]

const toRecentSuggestions = (searches: readonly string[]): Suggestion[] =>
  searches.slice(0, MAX_RECENT).map((text, index) => ({
    id: `recent-${index}`,
    path: toSearchPath(text),
    search: text,
    label: t('searchBox.recent', { text }),
    content: (
      <>
        <History aria-hidden="true" />
        <bdi className={styles['label']}>{text}</bdi>
      </>
    ),
  }))

/** Fetches people whose names have a text, shortly after the last key. A request for an earlier text is cancelled. */
function useSuggestedPeople(text: string, isOpen: boolean): readonly MemberSummaryView[] {
  const [query, setQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text), text ? DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [text])
  const { data } = useQuery({
    queryKey: ['search', 'suggested-people', query],
    queryFn: ({ signal }) =>
      api('GET /auth/users', { query: { query: query.slice(0, 100), limit: MAX_PEOPLE }, signal }),
    enabled: isOpen && query !== '',
    placeholderData: (before) => before,
  })
  return text ? (data?.users ?? []) : []
}
