import type { ReactNode } from 'react'
import styles from './column-layout.module.css'
import { useIsNarrowScreen } from './use-is-narrow-screen.ts'

type Sidebar = { label: string; children: ReactNode }

/** Three columns; CSS hides the left one on medium screens. Narrow screens render the page only. */
export function ColumnLayout({ left, right, children }: { left: Sidebar; right: Sidebar; children: ReactNode }) {
  const isNarrow = useIsNarrowScreen()
  if (isNarrow) return <main className={styles['single-column']}>{children}</main>
  return (
    <div className={styles['columns']}>
      <aside className={styles['left']} aria-label={left.label}>
        {left.children}
      </aside>
      <main className={styles['page']}>{children}</main>
      <aside className={styles['right']} aria-label={right.label}>
        {right.children}
      </aside>
    </div>
  )
}
