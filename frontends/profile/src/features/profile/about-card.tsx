import type { ProfileView } from '@meadow/contracts/browser'
import { Card } from '@meadow/ui'
import { t } from '../../texts.ts'
import { toAboutItems } from './about-items.ts'
import styles from './profile.module.css'

/** About card of a profile. Renders nothing if all its fields are empty. */
export function AboutCard({ profile }: { profile: ProfileView }) {
  const lines = toAboutItems(profile)
  if (lines.length === 0) return null
  return (
    <Card title={t('about.title')} className={styles['about-card']}>
      <ul className={styles['about']}>
        {lines.map(({ key, Icon, label, value, href }) => (
          <li key={key}>
            <Icon aria-hidden="true" />
            <span {...(!href && { className: 'member-text' })}>
              {label && `${label} `}
              {href ? <a href={href}>{value}</a> : label ? <b>{value}</b> : value}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
