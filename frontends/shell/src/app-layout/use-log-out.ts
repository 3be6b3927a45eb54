import { useSession, useToast } from '@meadow/web'
import { t } from '../texts.ts'

/** Returns a function that signs out locally in any case and shows the server's result as a toast. */
export function useLogOut(): () => void {
  const { signOut } = useSession()
  const toast = useToast()
  return () =>
    void signOut().then(
      () => toast({ tone: 'success', title: t('nav.loggedOut'), text: t('nav.loggedOutText') }),
      () => toast({ tone: 'error', title: t('nav.logOutFailed'), text: t('nav.logOutFailedText') }),
    )
}
