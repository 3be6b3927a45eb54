import { useOutboxStatus, useSession, useToast } from '@meadow/web'
import { t } from '../texts.ts'
import { openWaitingDialog } from '../waiting-dialog-state.ts'

/** Returns a function that signs out, and asks first if something waits to be sent: signing out deletes it. */
export function useLogOut(): () => void {
  const signOut = useSignOut()
  const { waiting, refused } = useOutboxStatus()
  return () => {
    if (waiting + refused > 0) openWaitingDialog('log-out')
    else signOut()
  }
}

/** Returns a function that signs out locally in any case and shows the server's result as a toast. */
export function useSignOut(): () => void {
  const { signOut } = useSession()
  const toast = useToast()
  return () =>
    void signOut().then(
      () => toast({ tone: 'success', title: t('nav.loggedOut'), text: t('nav.loggedOutText') }),
      () => toast({ tone: 'error', title: t('nav.logOutFailed'), text: t('nav.logOutFailedText') }),
    )
}
