import type { ReactNode } from 'react'
import styles from './notice-bar.module.css'

/** Bar that floats over the page, with a text and its buttons. Without a text it shows nothing. Screen readers hear it. */
export function NoticeBar({ text, children }: { text: string | undefined; children: ReactNode }) {
  return (
    <div role="status" className={styles['place']}>
      {text !== undefined && (
        <div className={styles['bar']}>
          <span className={styles['text']}>{text}</span>
          {children}
        </div>
      )}
    </div>
  )
}
