import styles from './progress.module.css'

/** How much of something is done, from 0 to 1; `label` says of what. */
export function Progress({ label, value }: { label: string; value: number }) {
  return <progress className={styles['progress']} aria-label={label} max={1} value={value} />
}
