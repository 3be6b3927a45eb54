import type { ProfileView } from '@meadow/contracts/browser'
import { CalendarDays, Link2, MapPin } from 'lucide-react'
import { t } from '../../texts.ts'
import { formatMonth } from './format-date.ts'
import { formatWebsite } from './format-website.ts'
import styles from './profile.module.css'

/** Location, website and join date of a profile. */
export function ProfileDetails({ profile: { location, website, createdAt } }: { profile: ProfileView }) {
  const websiteUrl = toWebsiteUrl(website)
  return (
    <ul className={styles['details']}>
      {location && (
        <li>
          <MapPin aria-hidden="true" />
          <span className="member-text">{location}</span>
        </li>
      )}
      {websiteUrl && (
        <li>
          <Link2 aria-hidden="true" />
          <a href={websiteUrl.href} rel="noopener nofollow" target="_blank" className={styles['link']}>
            <bdi>{formatWebsite(websiteUrl)}</bdi>
          </a>
        </li>
      )}
      <li>
        <CalendarDays aria-hidden="true" />
        <span>{t('profile.joined', { month: formatMonth(createdAt) })}</span>
      </li>
    </ul>
  )
}

/** Converts a website field to a URL; prefixes `https://` if the scheme is missing. Returns undefined if it is invalid. */
function toWebsiteUrl(website: string): URL | undefined {
  if (!website) return undefined
  const url = /^https?:\/\//i.test(website) ? website : `https://${website}`
  return URL.canParse(url) ? new URL(url) : undefined
}
