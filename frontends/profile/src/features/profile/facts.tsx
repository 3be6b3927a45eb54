import type { ProfileView } from '@meadow/contracts'
import { CalendarDays, Link2, MapPin } from 'lucide-react'
import { t } from '../../texts.ts'
import styles from './profile.module.css'
import { monthOf } from './say-date.ts'
import { toWebAddress } from './to-web-address.ts'

/** Where somebody is, their website, and since when they are a member. */
export function Facts({ profile: { location, website, createdAt } }: { profile: ProfileView }) {
  const address = toWebAddress(website)
  return (
    <ul className={styles['facts']}>
      {location && (
        <li>
          <MapPin aria-hidden="true" />
          <span>{location}</span>
        </li>
      )}
      {address && (
        <li>
          <Link2 aria-hidden="true" />
          <a href={address.href} rel="noopener nofollow" target="_blank" className={styles['link']}>
            {address.host}
          </a>
        </li>
      )}
      <li>
        <CalendarDays aria-hidden="true" />
        <span>{t('profile.joined', { month: monthOf(createdAt) })}</span>
      </li>
    </ul>
  )
}
