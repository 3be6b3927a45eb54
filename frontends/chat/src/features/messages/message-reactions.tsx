import type { ReactionView } from '@meadow/contracts/browser'
import { joinClassNames } from '@meadow/ui'
import { t } from '../../texts.ts'
import styles from './messages.module.css'

type MessageReactionsProps = {
  reactions: readonly ReactionView[]
  currentUserId: string | undefined
  /** Missing where one cannot react. */
  onToggle: ((emoji: string) => void) | undefined
}

/** Shows the reactions to a message, each emoji with its count. A click adds or removes an own reaction. */
export function MessageReactions({ reactions, currentUserId, onToggle }: MessageReactionsProps) {
  const emoji = [...new Set(reactions.map((reaction) => reaction.emoji))]
  if (emoji.length === 0) return null
  return (
    <div className={styles['reactions']}>
      {emoji.map((each) => {
        const matching = reactions.filter((reaction) => reaction.emoji === each)
        const isOwn = matching.some(({ user }) => user === currentUserId)
        const count = matching.length
        return (
          <button
            key={each}
            type="button"
            className={joinClassNames(styles['reaction'], isOwn && styles['ownReaction'])}
            aria-pressed={isOwn}
            aria-label={t(isOwn ? 'message.removeReaction' : 'message.addReaction', { emoji: each, total: count })}
            disabled={!onToggle}
            onClick={() => onToggle?.(each)}
          >
            {each}
            {count > 1 && <span>{count}</span>}
          </button>
        )
      })}
    </div>
  )
}
