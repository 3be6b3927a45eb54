import type { ReactNode } from 'react'
import styles from './settings.module.css'

/** Row of a section: label on the left, value or control on the right. */
export function SettingRow({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className={styles['setting']}>
      <div className={styles['labels']}>
        <h2>{label}</h2>
        {hint && <p>{hint}</p>}
      </div>
      <div className={styles['value']}>{children}</div>
    </div>
  )
}
