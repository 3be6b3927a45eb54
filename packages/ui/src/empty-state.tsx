import type { ReactNode } from 'react'
import { joinClassNames } from './join-class-names.ts'
import styles from './notice.module.css'

type EmptyStateProps = {
  illustration?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  level?: 1 | 2
}

/** Empty state: illustration, title, one sentence, one action. Use `level` 1 if it fills the page. */
export function EmptyState({
  illustration = <HillsIllustration />,
  title,
  children,
  action,
  level = 2,
}: EmptyStateProps) {
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <div className={styles['empty']}>
      {illustration}
      <Title className={styles['title']}>{title}</Title>
      {children && <p className={joinClassNames('member-text', styles['text'])}>{children}</p>}
      {action && <div className={styles['action']}>{action}</div>}
    </div>
  )
}

function HillsIllustration() {
  return (
    <svg width="132" height="88" viewBox="0 0 132 88" aria-hidden="true">
      <rect width="132" height="88" rx="18" fill="var(--surface-2)" />
      <circle cx="93" cy="31" r="9" fill="var(--line)" />
      <path
        d="M0 62c22-17 40-19 62-8 24 12 46 10 70-6v22a18 18 0 0 1-18 18H18A18 18 0 0 1 0 70z"
        fill="var(--accent-soft)"
      />
      <path
        d="M0 72c26-10 48-8 70-2 22 5 42 4 62-4v4a18 18 0 0 1-18 18H18A18 18 0 0 1 0 70z"
        fill="var(--accent)"
        opacity=".28"
      />
      <path d="M34 56l5-13 5 13zm9 3l4-10 4 10z" fill="var(--accent)" opacity=".55" />
    </svg>
  )
}
