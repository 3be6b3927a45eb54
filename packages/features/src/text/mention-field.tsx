import { LazyComponent, rememberLoaded } from '@meadow/web'
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import styles from './mention-field.module.css'
import type { MentionFieldKeys } from './mention-list.tsx'

const loadMentionList = rememberLoaded(async () => ({ default: (await import('./mention-list.tsx')).MentionList }))

/** Offers people to mention and tags in the text area inside. The code of the list is loaded when the first @ or # is written. */
export function MentionField({ children }: { children: ReactNode }) {
  const [area, setArea] = useState<HTMLTextAreaElement>()
  const keys = useRef<MentionFieldKeys>(undefined)
  const handleInput = ({ target }: FormEvent) => {
    if (target instanceof HTMLTextAreaElement && /[@#＃]/u.test(target.value)) setArea(target)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!keys.current?.(event)) return
    event.preventDefault()
    event.stopPropagation() // Enter does not send, and Escape does not close a dialog
  }
  return (
    <div className={styles['field']} onInput={handleInput} onKeyDownCapture={handleKeyDown}>
      {children}
      {area && <LazyComponent load={loadMentionList} props={{ area, keys }} fallback={null} renderError={() => null} />}
    </div>
  )
}
