import { joinClassNames } from '@meadow/ui'
import { useState } from 'react'
import { t } from '../../texts.ts'
import styles from './inbox.module.css'

/** Shows the number of unread messages. It fades when they are read; without motion it is gone at once. */
export function UnreadCount({ count }: { count: number }) {
  const [shownCount, setShownCount] = useState(count)
  const isFading = count === 0 && shownCount > 0
  if (count > 0 && count !== shownCount) setShownCount(count)
  if (shownCount === 0) return null
  return (
    <span
      className={joinClassNames(styles['count'], isFading && styles['fading'])}
      onAnimationEnd={() => setShownCount(count)}
    >
      <span aria-hidden="true">{shownCount > 99 ? '99+' : shownCount}</span>
      {!isFading && <span className="visually-hidden">{t('inbox.unreadCount', { count })}</span>}
    </span>
  )
}
