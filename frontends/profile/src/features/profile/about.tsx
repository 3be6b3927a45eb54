import type { ProfileView } from '@meadow/contracts'
import { Card } from '@meadow/ui'
import { t } from '../../texts.ts'
import { aboutLines } from './about-lines.ts'
import styles from './profile.module.css'

/** What a member says about themselves; nothing when they say nothing. */
export function About({ profile }: { profile: ProfileView }) {
  const lines = aboutLines(profile)
  if (lines.length === 0) return null
  return (
    <Card title={t('about.title')} className={styles['about-card']}>
      <ul className={styles['about']}>
        {lines.map(({ key, Icon, words, value, href }) => (
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
