import { useEffect, useId, useRef, useState } from 'react'
import { t } from '../texts.ts'
import styles from './emoji.module.css'
import { EMOJI_LIST } from './emoji-list.ts'
import { moveFocusByArrowKeys } from './move-focus-by-arrow-keys.ts'

/** Shows all emoji, with a search by name. */
export default function EmojiGrid({ onPick }: { onPick: (emoji: string) => void }) {
  const [search, setSearch] = useState('')
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  // not the search field: that would open the keyboard of a phone
  useEffect(() => grid.current?.querySelector('button')?.focus({ preventScroll: true }), [])
  const found = EMOJI_LIST.filter(([, name]) => name.includes(search.trim().toLowerCase()))
  return (
    <div className={styles['picker']}>
      <label className="visually-hidden" htmlFor={id}>
        {t('emoji.search')}
      </label>
      <input
        id={id}
        type="search"
        className={styles['search']}
        placeholder={t('emoji.search')}
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the buttons inside */}
      <div ref={grid} className={styles['grid']} onKeyDown={moveFocusByArrowKeys}>
        {found.map(([emoji, name]) => (
          <button key={emoji} type="button" className={styles['emoji']} aria-label={name} onClick={() => onPick(emoji)}>
            {emoji}
          </button>
        ))}
        {found.length === 0 && <p className={styles['none']}>{t('emoji.none')}</p>}
      </div>
    </div>
  )
}
