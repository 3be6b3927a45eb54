import type { ReactNode } from 'react'
import { joinClassNames } from '../join-class-names.ts'
import styles from './marks.module.css'

/** Small label of one or two words. */
export function Tag({
  icon,
  children,
  tone = 'accent',
}: {
  icon?: ReactNode
  children: ReactNode
  tone?: 'accent' | 'neutral'
}) {
  return (
    <span className={joinClassNames(styles['tag'], styles[tone])}>
      {icon}
      {children}
    </span>
  )
}
