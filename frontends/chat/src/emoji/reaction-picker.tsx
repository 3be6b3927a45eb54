import { IconButton, Popover } from '@meadow/ui'
import { Plus, SmilePlus } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { t } from '../texts.ts'
import styles from './emoji.module.css'
import { LateEmojiGrid } from './late-emoji-grid.tsx'
import { moveByArrows } from './move-by-arrows.ts'

const QUICK = [
  ['👍', 'thumbs up'],
  ['❤️', 'red heart'],
  ['😂', 'laughing'],
  ['😮', 'surprised'],
  ['😢', 'sad'],
  ['😡', 'angry'],
] as const

type ReactionPickerProps = { button: RefObject<HTMLButtonElement | null>; onPick: (emoji: string) => void }

/** The six that are wanted most, and behind a plus all the others. */
export function ReactionPicker({ button, onPick }: ReactionPickerProps) {
  return (
    <Popover label={t('message.react')} icon={<SmilePlus aria-hidden="true" />} size="s" button={button}>
      {(close) => (
        <Choices
          onPick={(emoji) => {
            close()
            onPick(emoji)
          }}
        />
      )}
    </Popover>
  )
}

function Choices({ onPick }: { onPick: (emoji: string) => void }) {
  const [all, setAll] = useState(false)
  if (all) return <LateEmojiGrid onPick={onPick} />
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form, a row of choices
    <div className={styles['quick']} role="group" aria-label={t('emoji.quick')} onKeyDown={moveByArrows}>
      {QUICK.map(([emoji, name]) => (
        <button key={emoji} type="button" className={styles['emoji']} aria-label={name} onClick={() => onPick(emoji)}>
          {emoji}
        </button>
      ))}
      <IconButton label={t('emoji.more')} icon={<Plus aria-hidden="true" />} onClick={() => setAll(true)} />
    </div>
  )
}
