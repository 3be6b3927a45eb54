import { AuthAlternative, TextLink } from '../../auth-layout/auth-form.tsx'
import { becomeGuest, useGuestMode } from '../../guest/guest-mode.ts'
import { t } from './texts.ts'

/** Link that leads to the feed without an account. Renders nothing where guest mode is off. */
export function GuestLink() {
  if (useGuestMode() !== 'on') return null
  return (
    <AuthAlternative>
      <TextLink to="/home" onClick={becomeGuest}>
        {t('signIn.asGuest')}
      </TextLink>
    </AuthAlternative>
  )
}
