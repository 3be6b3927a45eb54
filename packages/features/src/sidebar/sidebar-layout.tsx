import type { ReactNode } from 'react'
import styles from './sidebar-layout.module.css'

/** Middle column of a page. The frame of the shell has the sidebars beside it. */
export function SidebarLayout({ children }: { children: ReactNode }) {
  return <main className={styles['page']}>{children}</main>
}
