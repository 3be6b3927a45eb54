import { PAGE } from '@meadow/contracts/limits'
import { useSession } from '@meadow/web'
import type { ReactNode } from 'react'
import { Columns } from '../layout/columns.tsx'
import { t } from '../texts.ts'
import { ProfileCard } from './profile-card.tsx'
import { WhoToFollow } from './who-to-follow.tsx'

type MemberColumnsProps = {
  /** Below oneself. */
  below?: ReactNode
  /** Above the others. */
  above?: ReactNode
  children: ReactNode
}

/** Oneself on the left, others on the right, the page between them; on the phone the page alone. */
export function MemberColumns({ below, above, children }: MemberColumnsProps) {
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
      <WhoToFollow most={PAGE.suggestions} />
    </>
  )
  return (
    <Columns left={{ label: t('people.you'), children: me }} right={{ label: t('people.others'), children: others }}>
      {children}
    </Columns>
  )
}
