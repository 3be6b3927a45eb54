import { CircleCheck } from 'lucide-react'
import { t } from '../texts.ts'
import styles from './post-list.module.css'

/** Nothing more to read, and that is fine. */
export function FeedEnd() {
  return (
    <p className={styles['end']}>
      <CircleCheck aria-hidden="true" />
      {t('posts.caughtUp')}
    </p>
  )
}
