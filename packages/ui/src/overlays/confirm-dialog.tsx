import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  title: string
  text: string
  confirmLabel: string
  tone?: 'primary' | 'danger'
  onConfirm: () => void
  onCancel: () => void
  busy?: boolean
}

/** Asks for confirmation before an action. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, confirmLabel, tone = 'primary', onConfirm, onCancel, busy = false } = props
  const buttons = (
    <>
      <Button variant="quiet" onClick={onCancel} disabled={busy} data-autofocus>
        Cancel
      </Button>
      <Button variant={tone} onClick={onConfirm} busy={busy}>
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog narrow open={open} onClose={onCancel} title={title} footer={buttons} busy={busy}>
      <p>{text}</p>
    </Dialog>
  )
}
