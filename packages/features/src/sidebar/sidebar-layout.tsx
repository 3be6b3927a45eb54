import { PAGE_SIZE } from '@meadow/contracts/limits'
import { useSession } from '@meadow/web'
import type { ReactNode } from 'react'
import { ColumnLayout } from '../layout/column-layout.tsx'
import { t } from '../texts.ts'
import { ProfileCard } from './profile-card.tsx'
import { WhoToFollow } from './who-to-follow.tsx'

type SidebarLayoutProps = {
  /** Below oneself. */
  belowProfileCard?: ReactNode
  /** Above the others. */
  aboveSuggestions?: ReactNode
  children: ReactNode
}

/** Oneself on the left, others on the right, the page between them; on the phone the page alone. */
export function SidebarLayout({ belowProfileCard: below, aboveSuggestions: above, children }: SidebarLayoutProps) {
  const { user } = useSession()
  const me = (
    <>
      {user && <ProfileCard user={user} />}
      {below}
    </>
  )
  const others = (
    <>
      {above}
      <WhoToFollow most={PAGE_SIZE.suggestions} />
    </>
  )
  return (
    <ColumnLayout
      left={{ label: t('people.you'), children: me }}
      right={{ label: t('people.others'), children: others }}
    >
      {children}
    </ColumnLayout>
  )
}
