import { Card, joinClassNames } from '@meadow/ui'
import { Link, Navigate, useDocumentTitle, useParams } from '@meadow/web'
import {
  Bell,
  Database,
  Flag,
  Laptop,
  LockKeyhole,
  Palette,
  ShieldBan,
  UserRound,
  UserRoundCheck,
  VolumeX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { AccountSection } from './account-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { BlockedSection } from './blocked-section.tsx'
import { DataSection } from './data-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { MutedWordsSection } from './muted-words/muted-words-section.tsx'
import { NotificationsSection } from './notifications/notifications-section.tsx'
import { PrivacySection } from './privacy/privacy-section.tsx'
import { RequestsSection } from './privacy/requests-section.tsx'
import { ReportsSection } from './reports-section.tsx'
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
    name: 'privacy',
    title: t('settings.privacy'),
    text: t('settings.privacyText'),
    Icon: LockKeyhole,
    Section: PrivacySection,
  },
  {
    name: 'requests',
    title: t('settings.requests'),
    text: t('settings.requestsText'),
    Icon: UserRoundCheck,
    Section: RequestsSection,
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
  {
    name: 'blocked',
    title: t('settings.blocked'),
    text: t('settings.blockedText'),
    Icon: ShieldBan,
    Section: BlockedSection,
  },
  {
    name: 'muted-words',
    title: t('settings.mutedWords'),
    text: t('settings.mutedWordsText'),
    Icon: VolumeX,
    Section: MutedWordsSection,
  },
  {
    name: 'reports',
    title: t('settings.reports'),
    text: t('settings.reportsText'),
    Icon: Flag,
    Section: ReportsSection,
  },
  {
    name: 'data',
    title: t('settings.data'),
    text: t('settings.dataText'),
    Icon: Database,
    Section: DataSection,
  },
] as const

type SectionName = (typeof SETTINGS_SECTIONS)[number]['name']
/** Additions of other features to a section: its first rows, and cards below it. */
export type SettingsAdditions = Partial<Record<SectionName, { top?: ReactNode; below?: ReactNode }>>

/** Settings page. Each section has its own path. */
export function SettingsPage({ additions = {} }: { additions?: SettingsAdditions }) {
  const { section } = useParams()
  const chosen = SETTINGS_SECTIONS.find(({ name }) => name === section)
  useDocumentTitle(chosen?.title ?? t('settings.page'))
  if (!chosen) return <Navigate replace to="/settings/account" />
  const { name: chosenName, title, text, Section } = chosen
  const { top, below } = additions[chosenName] ?? {}
  return (
    <div className={styles['page']}>
      <nav aria-label={t('settings.page')} className={styles['sections']}>
        {SETTINGS_SECTIONS.map(({ name, title, Icon }) => (
          <Link
            key={name}
            to={`/settings/${name}`}
            aria-current={name === chosenName ? 'page' : undefined}
            className={joinClassNames(styles['section'], name === chosenName && styles['active'])}
          >
            <Icon aria-hidden="true" />
            {title}
          </Link>
        ))}
      </nav>
      <main className={styles['cards']}>
        <Card as="div">
          <header className={styles['header']}>
            <h1>{title}</h1>
            <p>{text}</p>
          </header>
          {top}
          <Section />
        </Card>
        {below}
      </main>
    </div>
  )
}
