import type { MemberView } from '@meadow/contracts/browser'
import { useBlockMenuItem } from '@meadow/features'
import { Menu } from '@meadow/ui'
import { useNavigate } from '@meadow/web'
import { Ellipsis } from 'lucide-react'
import { t } from '../../texts.ts'

/** Menu of another member's profile. A block leads away from the profile, which is then hidden. */
export function ProfileMenu({ member }: { member: MemberView }) {
  const navigate = useNavigate()
  const { item, dialog } = useBlockMenuItem(member, () => void navigate('/home', { replace: true }))
  return (
    <>
      <Menu label={t('profile.more')} icon={<Ellipsis />} items={[item]} />
      {dialog}
    </>
  )
}
