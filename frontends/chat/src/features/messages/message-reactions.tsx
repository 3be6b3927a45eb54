import type { ReactionView } from '@meadow/contracts'
import { joinClassNames } from '@meadow/ui'
import { t } from '../../texts.ts'
import styles from './messages.module.css'

type ReactionsProps = { reactions: readonly ReactionView[]; you: string | undefined; onToggle: (emoji: string) => void }

/** The emoji under a message, each with how often; a press adds or takes away one's own. */
export function MessageReactions({ reactions, you, onToggle }: ReactionsProps) {
  const emoji = [...new Set(reactions.map((reaction) => reaction.emoji))]
  if (emoji.length === 0) return null
  return (
    <div className={styles['reactions']}>
      {emoji.map((one) => {
        const those = reactions.filter((reaction) => reaction.emoji === one)
        const isOwn = those.some(({ user }) => user === you)
        const count = those.length
        return (
          <button
            key={one}
            type="button"
            className={joinClassNames(styles['reaction'], isOwn && styles['yours'])}
            aria-pressed={isOwn}
            aria-label={t(isOwn ? 'message.removeReaction' : 'message.addReaction', { emoji: one, count })}
            onClick={() => onToggle(one)}
          >
            {one}
            {count > 1 && <span>{count}</span>}
          </button>
        )
      })}
    </div>
  )
}
