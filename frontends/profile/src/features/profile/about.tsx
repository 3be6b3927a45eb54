import type { ProfileView } from '@meadow/contracts'
import { Card } from '@meadow/ui'
import { t } from '../../texts.ts'
import { toAboutItems } from './about-items.ts'
import styles from './profile.module.css'

/** What a member says about themselves; nothing when they say nothing. */
export function About({ profile }: { profile: ProfileView }) {
  const lines = toAboutItems(profile)
  if (lines.length === 0) return null
  return (
    <Card title={t('about.title')} className={styles['about-card']}>
      <ul className={styles['about']}>
        {lines.map(({ key, Icon, label: words, value, href }) => (
          <li key={key}>
            <Icon aria-hidden="true" />
            <span>
              {words && `${words} `}
              {href ? <a href={href}>{value}</a> : words ? <b>{value}</b> : value}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
