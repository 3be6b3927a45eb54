import { useSession, useToast } from '@meadow/web'
import { t } from '../texts.ts'

/** Leaves in any case, and says whether the server knows. */
export function useLogOut(): () => void {
  const { signOut } = useSession()
  const toast = useToast()
  return () =>
    void signOut().then(
      () => toast({ tone: 'success', title: t('nav.loggedOut'), text: t('nav.loggedOutText') }),
      () => toast({ tone: 'error', title: t('nav.logOutFailed'), text: t('nav.logOutFailedText') }),
    )
}
