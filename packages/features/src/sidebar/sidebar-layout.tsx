import { PAGE_SIZE } from '@meadow/contracts/limits'
import { useSession } from '@meadow/web'
import type { ReactNode } from 'react'
import { ColumnLayout } from '../layout/column-layout.tsx'
import { t } from '../texts.ts'
import { ProfileCard } from './profile-card.tsx'
import { WhoToFollow } from './who-to-follow.tsx'

type SidebarLayoutProps = {
  /** Rendered below the profile card. */
  belowProfileCard?: ReactNode
  /** Rendered above the suggestions. */
  aboveSuggestions?: ReactNode
  children: ReactNode
}

/** Page between two sidebars: profile card on the left, suggestions on the right. Narrow screens show the page only. */
export function SidebarLayout({ belowProfileCard, aboveSuggestions, children }: SidebarLayoutProps) {
  const { user } = useSession()
  const me = (
    <>
      {user && <ProfileCard user={user} />}
      {belowProfileCard}
    </>
  )
  const others = (
    <>
      {aboveSuggestions}
      <WhoToFollow maxCount={PAGE_SIZE.suggestions} />
    </>
  )
  return (
    <ColumnLayout
      left={{ label: t('sidebar.you'), children: me }}
      right={{ label: t('sidebar.suggestions'), children: others }}
    >
      {children}
    </ColumnLayout>
  )
}
