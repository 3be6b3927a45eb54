import { Avatar, joinClassNames, readKey } from '@meadow/ui'
import {
  type KeyboardEvent,
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
import type { MentionCandidate } from './mention-candidates.ts'
import styles from './mention-list.module.css'
import { findMentionQuery, type MentionQuery, planMentionInsertion } from './mention-query.ts'
import { t } from './texts.ts'
import { useMentionCandidates } from './use-mention-candidates.ts'

/** Handles a key that is pressed in the text area. Returns true if nothing else may handle it. */
export type MentionFieldKeys = (event: KeyboardEvent) => boolean

export type MentionListProps = {
  area: HTMLTextAreaElement
  /** Receives the handler of the keys that are pressed in the text area. */
  keys: RefObject<MentionFieldKeys | undefined>
}

/** Offers people while the text before the cursor is the beginning of a mention. */
export function MentionList({ area, keys }: MentionListProps) {
  const { query, close } = useMentionQuery(area)
  if (!query) return null
  return <OpenMentionList area={area} keys={keys} query={query} onClose={close} />
}

/** Reads the query whenever the text or the cursor changes. Escape closes it for the same @. */
function useMentionQuery(area: HTMLTextAreaElement) {
  const [query, setQuery] = useState<MentionQuery>()
  const dismissedStart = useRef<number>(undefined)
  const read = useEffectEvent(() => {
    const isCursor = area.selectionStart === area.selectionEnd
    const found = isCursor ? findMentionQuery(area.value, area.selectionStart) : undefined
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

type OpenMentionListProps = MentionListProps & { query: MentionQuery; onClose: () => void }

/**
 * The open list. A text area has no role of a combobox (ARIA in HTML), so it stays a text field that has a list, with the chosen
 * option as its active descendant.
 */
function OpenMentionList({ area, keys, query, onClose }: OpenMentionListProps) {
  const id = useId()
  const candidates = useMentionCandidates(query.text)
  const { active, setActive } = useActiveCandidate(query, candidates)
  const member = active === undefined ? undefined : candidates[active]
  const accept = ({ username }: MentionCandidate) => insertText(area, planMentionInsertion(area.value, query, username))
  const handleKey: MentionFieldKeys = (event) => {
    const key = readKey(event)
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!key || !isPlain || candidates.length === 0) return false
    if (key === 'Escape') onClose()
    else if (key === 'ArrowDown') setActive(active === undefined ? 0 : (active + 1) % candidates.length)
    else if (key === 'ArrowUp') setActive(((active ?? 0) - 1 + candidates.length) % candidates.length)
    else if (member && (key === 'Tab' || (key === 'Enter' && !isWritten(member, query)))) accept(member)
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
      'aria-controls': candidates.length > 0 && `${id}-list`,
      'aria-activedescendant': member && `${id}-${member._id}`,
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value) area.setAttribute(name, value)
      else area.removeAttribute(name)
    }
    return () => {
      for (const name of Object.keys(attributes)) area.removeAttribute(name)
    }
  }, [area, id, candidates.length, member])
  return (
    <>
      <span className="visually-hidden" role="status">
        {candidates.length > 0 && t('mentions.found', { count: candidates.length })}
      </span>
      {candidates.length > 0 && (
        <CandidateList
          id={id}
          area={area}
          start={query.start}
          candidates={candidates}
          active={member}
          onAccept={accept}
        />
      )}
    </>
  )
}

/** The name is written already: Enter does what it does without a list. */
const isWritten = ({ username }: MentionCandidate, { text }: MentionQuery): boolean => username === text.toLowerCase()

/** The first candidate is active once a letter is written, until the arrow keys choose another one. */
function useActiveCandidate({ text }: MentionQuery, candidates: readonly MentionCandidate[]) {
  const [chosen, setChosen] = useState<{ text: string; memberId: string | undefined }>()
  const index = chosen?.text === text ? candidates.findIndex(({ _id }) => _id === chosen.memberId) : -1
  const first = text === '' || candidates.length === 0 ? undefined : 0
  return {
    active: index === -1 ? first : index,
    setActive: (next: number) => setChosen({ text, memberId: candidates[next]?._id }),
  }
}

type CandidateListProps = {
  id: string
  area: HTMLTextAreaElement
  start: number
  candidates: readonly MentionCandidate[]
  active: MentionCandidate | undefined
  onAccept: (member: MentionCandidate) => void
}

/** The options, in the top layer at the cursor. A press does not take the focus from the field, so that a keyboard on the screen stays. */
function CandidateList({ id, area, start, candidates, active, onAccept }: CandidateListProps) {
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
      aria-label={t('mentions.people')}
      onMouseDown={(event) => event.preventDefault()}
    >
      {candidates.map((member) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text area handles the keys
        <div
          key={member._id}
          id={`${id}-${member._id}`}
          role="option"
          tabIndex={-1}
          aria-selected={member === active}
          className={joinClassNames(styles['option'], member === active && styles['active'])}
          onClick={() => onAccept(member)}
        >
          <Avatar name={member.fullName} src={member.avatar} size={32} />
          <span className={styles['labels']}>
            <MemberName member={member} />
            <bdi className={styles['username']}>@{member.username}</bdi>
          </span>
        </div>
      ))}
    </div>
  )
}

/** Replaces a part of the text as if it was typed, so that the browser can undo it. */
function insertText(area: HTMLTextAreaElement, { start, end, text }: ReturnType<typeof planMentionInsertion>): void {
  area.focus()
  area.setSelectionRange(start, end)
  if (document.execCommand?.('insertText', false, text)) return
  area.setRangeText(text, start, end, 'end')
  area.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }))
}
