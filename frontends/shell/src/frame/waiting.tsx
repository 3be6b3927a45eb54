import { Badge } from '@meadow/ui'
import { t } from '../texts.ts'
import styles from './bars.module.css'

/** How much waits at a place, over its icon; read aloud after the name of the place, in words. */
export function Waiting({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={styles['waiting']}>
      {' '}
      <Badge count={count} />
      <span className="visually-hidden"> {t('nav.unread', { count })}</span>
    </span>
  )
}
