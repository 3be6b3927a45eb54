import { PAGE } from '@meadow/contracts/limits'
import { Columns, ProfileCard, WhoToFollow } from '@meadow/features'
import { useSession } from '@meadow/web'
import type { ReactNode } from 'react'
import { t } from '../texts.ts'

/** The page between oneself and others. `about` stands on top of the right side, where there is one. */
export function Sides({ about, children }: { about?: ReactNode; children: ReactNode }) {
  const { user } = useSession()
  const others = (
    <>
      {about}
      <WhoToFollow most={PAGE.suggestions} />
    </>
  )
  return (
    <Columns
      left={{ label: t('page.you'), children: user && <ProfileCard user={user} /> }}
      right={{ label: t('page.others'), children: others }}
    >
      {children}
    </Columns>
  )
}
