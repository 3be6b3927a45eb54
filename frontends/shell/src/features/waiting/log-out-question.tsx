import { ConfirmDialog } from '@meadow/ui'
import { useOutboxEntries } from '@meadow/web'
import { useSignOut } from '../../app-layout/use-log-out.ts'
import { closeWaitingDialog } from '../../waiting-dialog-state.ts'
import { t } from './texts.ts'

/** Asks whether to delete what waits to be sent, because signing out removes all data of the member from this device. */
export function LogOutQuestion() {
  const signOut = useSignOut()
  const entries = useOutboxEntries(undefined, isListed)
  const count = entries.length
  const areMessages = entries.every(({ kind }) => kind === 'message')
  return (
    <ConfirmDialog
      open
      title={t(areMessages ? 'waiting.unsentMessages' : 'waiting.unsent', { count })}
      text={t('waiting.logOutText', { count })}
      confirmLabel={t('waiting.logOut')}
      tone="danger"
      onCancel={closeWaitingDialog}
      onConfirm={() => {
        closeWaitingDialog()
        signOut()
      }}
    />
  )
}

const isListed = ({ description }: { description: string | null }) => description !== null
