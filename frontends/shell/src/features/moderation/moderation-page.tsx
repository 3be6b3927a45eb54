import { Card, Tabs } from '@meadow/ui'
import { useDocumentTitle } from '@meadow/web'
import { useState } from 'react'
import { AuditList } from './audit-list.tsx'
import { BadgeForm } from './badge-form.tsx'
import { InviteList } from './invite-list.tsx'
import styles from './moderation.module.css'
import { RefusalForm } from './refusal-form.tsx'
import { ReportQueue } from './report-queue.tsx'
import { RoleForm } from './role-form.tsx'
import { t } from './texts.ts'

type View = 'reports' | 'audit' | 'roles' | 'badges' | 'invites' | 'refusals'

/** Shows the reports, what was done, and the roles, badges, invites and refusals, which only admins see. */
export function ModerationPage({ isAdmin }: { isAdmin: boolean }) {
  useDocumentTitle(t('moderation.title'))
  const [view, setView] = useState<View>('reports')
  const tabs: { value: View; label: string }[] = [
    { value: 'reports', label: t('moderation.reports') },
    { value: 'audit', label: t('moderation.audit') },
    ...(isAdmin
      ? [
          { value: 'roles' as const, label: t('moderation.roles') },
          { value: 'invites' as const, label: t('moderation.invites') },
          { value: 'refusals' as const, label: t('moderation.refusals') },
          { value: 'badges' as const, label: t('moderation.badges') },
        ]
      : []),
  ]
  return (
    <main className={styles['page']}>
      <Card as="div" className={styles['head']}>
        <h1>{t('moderation.title')}</h1>
      </Card>
      <Tabs label={t('moderation.views')} tabs={tabs} value={view} onChange={setView}>
        {view === 'reports' && <ReportQueue />}
        {view === 'audit' && <AuditList />}
        {view === 'roles' && <RoleForm />}
        {view === 'invites' && <InviteList />}
        {view === 'refusals' && <RefusalForm />}
        {view === 'badges' && <BadgeForm />}
      </Tabs>
    </main>
  )
}
