import { IconButton, Popover } from '@meadow/ui'
import { Plus, SmilePlus } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { t } from '../texts.ts'
import styles from './emoji.module.css'
import { LazyEmojiGrid } from './lazy-emoji-grid.tsx'
import { moveFocusByArrowKeys } from './move-focus-by-arrow-keys.ts'

const QUICK_REACTIONS = [
  ['👍', 'thumbs up'],
  ['❤️', 'red heart'],
  ['😂', 'laughing'],
  ['😮', 'surprised'],
  ['😢', 'sad'],
  ['😡', 'angry'],
] as const

type ReactionPickerProps = { button: RefObject<HTMLButtonElement | null>; onPick: (emoji: string) => void }

/** Shows six quick reactions, and all others behind a plus button. */
export function ReactionPicker({ button, onPick }: ReactionPickerProps) {
  return (
    <Popover label={t('message.react')} icon={<SmilePlus aria-hidden="true" />} size="s" buttonRef={button}>
      {(close) => (
        <ReactionChoices
          onPick={(emoji) => {
            close()
            onPick(emoji)
          }}
        />
      )}
    </Popover>
  )
}

function ReactionChoices({ onPick }: { onPick: (emoji: string) => void }) {
  const [showsAll, setShowsAll] = useState(false)
  if (showsAll) return <LazyEmojiGrid onPick={onPick} />
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons, not a form
    <div className={styles['quick']} role="group" aria-label={t('emoji.quick')} onKeyDown={moveFocusByArrowKeys}>
      {QUICK_REACTIONS.map(([emoji, name]) => (
        <button key={emoji} type="button" className={styles['emoji']} aria-label={name} onClick={() => onPick(emoji)}>
          {emoji}
        </button>
      ))}
      <IconButton label={t('emoji.more')} icon={<Plus aria-hidden="true" />} onClick={() => setShowsAll(true)} />
    </div>
  )
}
