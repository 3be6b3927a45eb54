import { PAGE } from '@meadow/contracts/limits'
import { useSession } from '@meadow/web'
import type { ReactNode } from 'react'
import { QuickActions } from '../features/home/quick-actions.tsx'
import { ProfileCard } from '../features/people/profile-card.tsx'
import { WhoToFollow } from '../features/people/who-to-follow.tsx'
import { t } from '../texts.ts'
import styles from './columns.module.css'
import { useNarrow } from './use-narrow.ts'

/** Oneself on the left, others on the right, the page between them; on the phone the page alone. */
export function Columns({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const narrow = useNarrow()
  if (narrow) return <main className={styles['alone']}>{children}</main>
  return (
    <div className={styles['columns']}>
      <aside className={styles['left']} aria-label={t('home.you')}>
        {user && <ProfileCard user={user} />}
        <QuickActions />
      </aside>
      <main className={styles['page']}>{children}</main>
      <aside className={styles['right']} aria-label={t('home.others')}>
        <WhoToFollow most={PAGE.suggestions} />
      </aside>
    </div>
  )
}
