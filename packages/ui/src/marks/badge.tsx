import styles from './marks.module.css'

/** Count badge; shows at most '99+'. Renders nothing for 0. */
export function Badge({ count }: { count: number }) {
  return count > 0 ? <span className={styles['badge']}>{count > 99 ? '99+' : count}</span> : null
}
