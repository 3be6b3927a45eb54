import { Badge } from '@meadow/ui'
import styles from './bars.module.css'

/** How much of `what` waits at a place, over its icon; read aloud after the name of the place. */
export function Waiting({ count, what }: { count: number; what: string }) {
  if (count === 0) return null
  return (
    <span className={styles['waiting']}>
      {' '}
      <Badge count={count} />
      <span className="visually-hidden"> {what}</span>
    </span>
  )
}
