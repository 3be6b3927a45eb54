import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinClassNames } from './join-class-names.ts'
import styles from './notice.module.css'

const ALERT_ICONS = { danger: CircleAlert, info: Info, success: CircleCheck }

/** Inline message about a problem, a success or a fact. */
export function Alert({ tone = 'danger', children }: { tone?: 'danger' | 'info' | 'success'; children: ReactNode }) {
  const Icon = ALERT_ICONS[tone]
  return (
    <div className={joinClassNames(styles['alert'], styles[tone])} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" />
      <div>{children}</div>
    </div>
  )
}
