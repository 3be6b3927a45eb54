import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './lists.module.css'

/** Nothing more to read, and that is fine. */
export function ListEnd({ children }: { children: ReactNode }) {
  return (
    <p className={styles['end']}>
      <CircleCheck aria-hidden="true" />
      {children}
    </p>
  )
}
