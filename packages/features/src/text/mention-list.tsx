import { Avatar, abbreviateCount, joinClassNames, readKey } from '@meadow/ui'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { MemberName } from '../members/member-name.tsx'
import { measureCaretRect, positionAtCaret } from './caret-rect.ts'
import styles from './mention-list.module.css'
import { findMentionQuery, type MentionInsertion, type MentionQuery, planMentionInsertion } from './mention-query.ts'
import { findTagQuery, planTagInsertion } from './tag-query.ts'
import { t } from './texts.ts'
import { useMentionCandidates } from './use-mention-candidates.ts'
import { useTagCandidates } from './use-tag-candidates.ts'

/** Handles a key that is pressed in the text area. Returns true if nothing else may handle it. */
export type MentionFieldKeys = (event: KeyboardEvent) => boolean

export type MentionListProps = {
  area: HTMLTextAreaElement
  /** Receives the handler of the keys that are pressed in the text area. */
  keys: RefObject<MentionFieldKeys | undefined>
}

/** Offers people or tags while the text before the cursor is the beginning of a mention or a tag. */
export function MentionList({ area, keys }: MentionListProps) {
  const { query, close } = useMentionQuery(area)
  if (!query) return null
  const List = area.value[query.start] === '@' ? MemberOptions : TagOptions
  return <List area={area} keys={keys} query={query} onClose={close} />
}

/** Reads the query whenever the text or the cursor changes. Escape closes it for the same @ or #. */
function useMentionQuery(area: HTMLTextAreaElement) {
  const [query, setQuery] = useState<MentionQuery>()
  const dismissedStart = useRef<number>(undefined)
  const read = useEffectEvent(() => {
    const isCursor = area.selectionStart === area.selectionEnd
    const cursor = isCursor ? area.selectionStart : -1
    const found = findMentionQuery(area.value, cursor) ?? findTagQuery(area.value, cursor)
    if (found?.start !== dismissedStart.current) dismissedStart.current = undefined
    setQuery(dismissedStart.current === undefined ? found : undefined)
  })
  useEffect(() => {
    read()
    const controller = new AbortController()
    const { signal } = controller
    for (const type of ['input', 'keyup', 'click', 'compositionend', 'focus'])
      area.addEventListener(type, () => read(), { signal })
    area.addEventListener('blur', () => setQuery(undefined), { signal })
    return () => controller.abort()
  }, [area])
  const close = () => {
    dismissedStart.current = query?.start
    setQuery(undefined)
  }
  return { query, close }
}

type OpenListProps = MentionListProps & { query: MentionQuery; onClose: () => void }

function MemberOptions(props: OpenListProps) {
  const { area, query } = props
  const options = useMentionCandidates(query.text).map((member) => ({
    id: member._id,
    isWritten: member.username === query.text.toLowerCase(),
    planInsertion: () => planMentionInsertion(area.value, query, member.username),
    content: (
      <>
        <Avatar name={member.fullName} src={member.avatar} size={32} />
        <span className={styles['labels']}>
          <MemberName member={member} />
          <bdi className={styles['username']}>@{member.username}</bdi>
        </span>
      </>
    ),
  }))
  return (
    <OpenList
      {...props}
      options={options}
      isFirstActive={query.text !== ''}
      label={t('mentions.people')}
      found={t('mentions.found', { count: options.length })}
    />
  )
}

/** The tags. None is active before the arrow keys choose it: Enter and Tab leave a new tag as it is written. */
function TagOptions(props: OpenListProps) {
  const { area, query } = props
  const options = useTagCandidates(query.text).map(({ tag, postsCount = 0 }) => ({
    id: tag,
    isWritten: false,
    planInsertion: () => planTagInsertion(area.value, query, tag),
    content: (
      <>
        <bdi className={styles['tag']}>#{tag}</bdi>
        {postsCount > 0 && (
          <span className={styles['count']}>
            {t('tagList.postsCount', { count: postsCount, shown: abbreviateCount(postsCount) })}
          </span>
        )}
      </>
    ),
  }))
  return (
    <OpenList
      {...props}
      options={options}
      isFirstActive={false}
      label={t('tagList.tags')}
      found={t('tagList.found', { count: options.length })}
    />
  )
}

type ListOption = {
  id: string
  /** The text has it already: Enter does what it does without a list. */
  isWritten: boolean
  planInsertion: () => MentionInsertion
  content: ReactNode
}

type ListOptionsProps = OpenListProps & {
  options: readonly ListOption[]
  /** The first option is active until the arrow keys choose another one. */
  isFirstActive: boolean
  label: string
  /** Says to screen readers how many options there are. */
  found: string
}

/**
 * The open list. A text area has no role of a combobox (ARIA in HTML), so it stays a text field that has a list, with the chosen
 * option as its active descendant.
 */
function OpenList({ area, keys, query, options, isFirstActive, label, found, onClose }: ListOptionsProps) {
  const id = useId()
  const { active, setActive } = useActiveOption(query, options, isFirstActive)
  const option = active === undefined ? undefined : options[active]
  const accept = ({ planInsertion }: ListOption) => insertText(area, planInsertion())
  const handleKey: MentionFieldKeys = (event) => {
    const key = readKey(event)
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!key || !isPlain || options.length === 0) return false
    if (key === 'Escape') onClose()
    else if (key === 'ArrowDown') setActive(active === undefined ? 0 : (active + 1) % options.length)
    else if (key === 'ArrowUp') setActive(((active ?? 0) - 1 + options.length) % options.length)
    else if (option && (key === 'Tab' || (key === 'Enter' && !option.isWritten))) accept(option)
    else return false
    return true
  }
  useLayoutEffect(() => {
    keys.current = handleKey
    return () => {
      keys.current = undefined
    }
  })
  useLayoutEffect(() => {
    const attributes = {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': options.length > 0 && `${id}-list`,
      'aria-activedescendant': option && `${id}-${option.id}`,
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value) area.setAttribute(name, value)
      else area.removeAttribute(name)
    }
    return () => {
      for (const name of Object.keys(attributes)) area.removeAttribute(name)
    }
  }, [area, id, options.length, option])
  return (
    <>
      <span className="visually-hidden" role="status">
        {options.length > 0 && found}
      </span>
      {options.length > 0 && (
        <OptionList
          id={id}
          area={area}
          start={query.start}
          label={label}
          options={options}
          active={option}
          onAccept={accept}
        />
      )}
    </>
  )
}

function useActiveOption({ text }: MentionQuery, options: readonly ListOption[], isFirstActive: boolean) {
  const [chosen, setChosen] = useState<{ text: string; id: string | undefined }>()
  const index = chosen?.text === text ? options.findIndex(({ id }) => id === chosen.id) : -1
  const first = isFirstActive && options.length > 0 ? 0 : undefined
  return {
    active: index === -1 ? first : index,
    setActive: (next: number) => setChosen({ text, id: options[next]?.id }),
  }
}

type OptionListProps = {
  id: string
  area: HTMLTextAreaElement
  start: number
  label: string
  options: readonly ListOption[]
  active: ListOption | undefined
  onAccept: (option: ListOption) => void
}

/** The options, in the top layer at the cursor. A press does not take the focus from the field, so that a keyboard on the screen stays. */
function OptionList({ id, area, start, label, options, active, onAccept }: OptionListProps) {
  const list = useRef<HTMLDivElement>(null)
  const position = useEffectEvent(() => {
    if (list.current) positionAtCaret(list.current, measureCaretRect(area, start))
  })
  useLayoutEffect(() => {
    list.current?.showPopover()
  }, [])
  useLayoutEffect(() => {
    position()
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' })
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('scroll', (event) => event.target !== list.current && position(), {
      signal,
      capture: true,
      passive: true,
    })
    for (const target of [window, window.visualViewport])
      target?.addEventListener('resize', () => position(), { signal })
    return () => controller.abort()
  }, [])
  return (
    <div
      ref={list}
      id={`${id}-list`}
      className={styles['list']}
      popover="manual"
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text area handles the keys
        <div
          key={option.id}
          id={`${id}-${option.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={option === active}
          className={joinClassNames(styles['option'], option === active && styles['active'])}
          onClick={() => onAccept(option)}
        >
          {option.content}
        </div>
      ))}
    </div>
  )
}

/** Replaces a part of the text as if it was typed, so that the browser can undo it. */
function insertText(area: HTMLTextAreaElement, { start, end, text }: MentionInsertion): void {
  area.focus()
  area.setSelectionRange(start, end)
  if (document.execCommand?.('insertText', false, text)) return
  area.setRangeText(text, start, end, 'end')
  area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }))
}
