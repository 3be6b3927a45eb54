import { Badge } from '@meadow/ui'
import styles from './navigation.module.css'

/** Shows an unread count over the icon of a navigation item. Screen readers read it after the item's name. */
export function UnreadBadge({ count = 0, label = '' }: { count?: number | undefined; label?: string | undefined }) {
  if (count === 0) return null
  return (
    <span className={styles['unread']}>
      {' '}
      <Badge count={count} />
      <span className="visually-hidden"> {label}</span>
    </span>
  )
}
