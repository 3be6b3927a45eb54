import styles from './spinner.module.css'

/** The turning ring alone, where words beside it already say what is going on. */
export function SpinnerRing() {
  return <span className={styles['ring']} aria-hidden="true" />
}

/** Something is on its way; `label` says what, for everybody. */
export function Spinner({ label }: { label: string }) {
  return (
    <div className={styles['spinner']} role="status">
      <SpinnerRing />
      <span>{label}</span>
    </div>
  )
}
