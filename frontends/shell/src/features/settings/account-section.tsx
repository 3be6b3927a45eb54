import type { SessionUser } from '@meadow/contracts/browser'
import { Button, getButtonClassName } from '@meadow/ui'
import { Link, useSession } from '@meadow/web'
import { LogOut } from 'lucide-react'
import { useLogOut } from '../../app-layout/use-log-out.ts'
import { SendVerificationMail } from '../../email/send-verification-mail.tsx'
import { AuthenticatorApp } from './authenticator-app/authenticator-app.tsx'
import { ChangeEmail } from './change-email.tsx'
import { ChangePassword } from './change-password.tsx'
import { ChangeUsername } from './change-username.tsx'
import { ConnectedProviders } from './connected-providers.tsx'
import { Passkeys } from './passkeys/passkeys.tsx'
import { SettingRow } from './setting-row.tsx'
import { t } from './texts.ts'
import { useConnectedProviders } from './use-connected-providers.ts'
import { WaitingSetting } from './waiting-setting.tsx'

/** Account section: username, e-mail, password, authenticator app, passkeys, providers, log out. */
export function AccountSection() {
  const { user } = useSession()
  const { data: connected } = useConnectedProviders()
  const logOut = useLogOut()
  return (
    <>
      <SettingRow label={t('settings.username')}>{`@${user?.username ?? ''}`}</SettingRow>
      <SettingRow label={t('settings.email')} {...(user && { hint: t(toEmailHint(user)) })}>
        {user?.email}
        {user?.canVerifyEmail && !user.emailVerified && <SendVerificationMail />}
      </SettingRow>
      {user?.canVerifyEmail && <ChangeEmail />}
      {connected?.hasPassword === false ? <FirstPassword /> : <ChangePassword />}
      <AuthenticatorApp />
      <Passkeys />
      <ConnectedProviders />
      <ChangeUsername />
      <WaitingSetting />
      {user && user.role !== 'member' && (
        <SettingRow label={t('settings.moderation')} hint={t('settings.moderationText')}>
          <Link to="/moderation" className={getButtonClassName({ variant: 'line' })}>
            {t('settings.moderationOpen')}
          </Link>
        </SettingRow>
      )}
      <SettingRow label={t('settings.logOut')} hint={t('settings.logOutText')}>
        <Button variant="line" onClick={logOut}>
          <LogOut aria-hidden="true" />
          {t('nav.logOut')}
        </Button>
      </SettingRow>
    </>
  )
}

const toEmailHint = ({ emailVerified, canVerifyEmail }: SessionUser) => {
  if (emailVerified) return 'settings.emailVerified'
  return canVerifyEmail ? 'settings.emailUnverified' : 'settings.emailUnverifiable'
}

/** Row of an account that was created through a provider. The link of a mail sets its first password. */
const FirstPassword = () => (
  <SettingRow label={t('settings.password')} hint={t('settings.noPasswordText')}>
    <Link to="/forgot-password" className={getButtonClassName({ variant: 'line' })}>
      {t('settings.setPassword')}
    </Link>
  </SettingRow>
)
