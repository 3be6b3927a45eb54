import { Button } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { LogOut } from 'lucide-react'
import { useLogOut } from '../../frame/use-log-out.ts'
import { t } from '../../texts.ts'
import { ChangePassword } from './change-password.tsx'
import { Setting } from './setting.tsx'

/** Who one is here, the password, and the way out. */
export function AccountSection() {
  const { user } = useSession()
  const logOut = useLogOut()
  return (
    <>
      <Setting label={t('settings.username')}>{`@${user?.username ?? ''}`}</Setting>
      <Setting label={t('settings.email')}>{user?.email}</Setting>
      <ChangePassword />
      <Setting label={t('settings.logOut')} hint={t('settings.logOutText')}>
        <Button variant="line" onClick={logOut}>
          <LogOut aria-hidden="true" />
          {t('nav.logOut')}
        </Button>
      </Setting>
    </>
  )
}
