import { Link, useSession } from '@meadow/web'
import type { ReactNode } from 'react'
import { t } from '../../texts.ts'
import styles from './home.module.css'

/** Greeting above the feed, for members with the search and the way to Discover. */
export function HomeGreeting({ search }: { search: ReactNode }) {
  const { user } = useSession()
  return (
    <header className={styles['welcome']}>
      <h1>{formatGreeting(new Date().getHours(), user?.fullName)}</h1>
      {user && user.following.length > 0 && <p>{t('home.intro')}</p>}
      {user && (
        <>
          {search}
          <Link to="/discover" className={styles['discover']}>
            {t('feed.discover')}
          </Link>
        </>
      )}
    </header>
  )
}

/** Formats the greeting for an hour of the day (0 to 23). */
export function formatGreeting(hour: number, fullName: string | undefined): string {
  const name = fullName || t('home.friend')
  if (hour >= 5 && hour < 12) return t('home.morning', { name })
  return hour >= 12 && hour < 18 ? t('home.afternoon', { name }) : t('home.evening', { name })
}
