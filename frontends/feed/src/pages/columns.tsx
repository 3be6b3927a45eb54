import { PAGE } from '@meadow/contracts/limits'
import { ProfileCard, Columns as Sides, WhoToFollow } from '@meadow/features'
import { useSession } from '@meadow/web'
import type { ReactNode } from 'react'
import { QuickActions } from '../features/home/quick-actions.tsx'
import { t } from '../texts.ts'

/** Oneself on the left, others on the right, the page between them; on the phone the page alone. */
export function Columns({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const me = (
    <>
      {user && <ProfileCard user={user} />}
      <QuickActions />
    </>
  )
  return (
    <Sides
      left={{ label: t('home.you'), children: me }}
      right={{ label: t('home.others'), children: <WhoToFollow most={PAGE.suggestions} /> }}
    >
      {children}
    </Sides>
  )
}
