import styles from './marks.module.css'

/** A small count that asks for attention; nothing when there is nothing. */
export function Badge({ count }: { count: number }) {
  return count > 0 ? <span className={styles['badge']}>{count > 99 ? '99+' : count}</span> : null
}
