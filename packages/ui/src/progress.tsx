import styles from './progress.module.css'

/** Progress bar; `value` runs from 0 to 1. */
export function Progress({ label, value }: { label: string; value: number }) {
  return <progress className={styles['progress']} aria-label={label} max={1} value={value} />
}
