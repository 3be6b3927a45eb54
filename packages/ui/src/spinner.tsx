import styles from './spinner.module.css'

/** Spinner without a label, beside visible text. */
export function SpinnerRing() {
  return <span className={styles['ring']} aria-hidden="true" />
}

/** Spinner with a visible label. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className={styles['spinner']} role="status">
      <SpinnerRing />
      <span>{label}</span>
    </div>
  )
}
