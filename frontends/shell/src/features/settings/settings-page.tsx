import { Card, joinClassNames } from '@meadow/ui'
import { Navigate, NavLink, useDocumentTitle, useParams } from '@meadow/web'
import { Bell, Laptop, Palette, UserRound } from 'lucide-react'
import { AccountSection } from './account-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { NotificationsSection } from './notifications/notifications-section.tsx'
import styles from './settings.module.css'
import { t } from './texts.ts'

const SETTINGS_SECTIONS = [
  {
    name: 'account',
    title: t('settings.account'),
    text: t('settings.accountText'),
    Icon: UserRound,
    Section: AccountSection,
  },
  {
    name: 'notifications',
    title: t('settings.notifications'),
    text: t('settings.notificationsText'),
    Icon: Bell,
    Section: NotificationsSection,
  },
  {
    name: 'appearance',
    title: t('settings.appearance'),
    text: t('settings.appearanceText'),
    Icon: Palette,
    Section: AppearanceSection,
  },
  {
    name: 'devices',
    title: t('settings.devices'),
    text: t('settings.devicesText'),
    Icon: Laptop,
    Section: DevicesSection,
  },
] as const

/** Settings page. Each section has its own path. */
export function SettingsPage() {
  const { section } = useParams()
  const chosen = SETTINGS_SECTIONS.find(({ name }) => name === section)
  useDocumentTitle(chosen?.title ?? t('settings.page'))
  if (!chosen) return <Navigate replace to="/settings/account" />
  const { title, text, Section } = chosen
  return (
    <div className={styles['page']}>
      <nav aria-label={t('settings.page')} className={styles['sections']}>
        {SETTINGS_SECTIONS.map(({ name, title, Icon }) => (
          <NavLink
            key={name}
            to={`/settings/${name}`}
            className={({ isActive }) => joinClassNames(styles['section'], isActive && styles['active'])}
          >
            <Icon aria-hidden="true" />
            {title}
          </NavLink>
        ))}
      </nav>
      <main>
        <Card as="div">
          <header className={styles['header']}>
            <h1>{title}</h1>
            <p>{text}</p>
          </header>
          <Section />
        </Card>
      </main>
    </div>
  )
}
