import { Button, ConfirmDialog, Dialog, Menu, ToastStack, tooltip } from '@meadow/ui'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Example } from '../example.tsx'

type Toasts = ComponentProps<typeof ToastStack>['toasts']

const ITEMS = [
  { label: 'Edit', icon: <Pencil aria-hidden="true" />, onSelect: () => undefined },
  { label: 'Delete', icon: <Trash2 aria-hidden="true" />, tone: 'danger' as const, onSelect: () => undefined },
]

const TOASTS: Toasts = [
  { id: 'success', tone: 'success', title: 'Post published' },
  { id: 'error', tone: 'error', title: 'Not sent', text: 'The network is away.' },
  { id: 'info', tone: 'info', title: 'Post deleted', action: { label: 'Undo', onSelect: () => undefined } },
]

export function OverlayExamples() {
  const [open, setOpen] = useState<'dialog' | 'confirm'>()
  const [toasts, setToasts] = useState<Toasts>([])
  const close = () => setOpen(undefined)
  return (
    <>
      <Example name="Menu and tooltip">
        <Menu label="More" icon={<Ellipsis aria-hidden="true" />} items={ITEMS} />
        <Button variant="line" {...tooltip('Beside the button')}>
          Point at me
        </Button>
      </Example>
      <Example name="Dialog">
        <Button variant="soft" onClick={() => setOpen('dialog')}>
          Open a dialog
        </Button>
        <Button variant="soft" onClick={() => setOpen('confirm')}>
          Ask first
        </Button>
      </Example>
      <Example name="Toasts of each tone">
        <Button variant="soft" onClick={() => setToasts(TOASTS)}>
          Show toasts
        </Button>
      </Example>
      <Dialog open={open === 'dialog'} onClose={close} title="A dialog" footer={<Button onClick={close}>Done</Button>}>
        <p>A sheet from below on the phone.</p>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        title="Delete this post?"
        text="This cannot be undone."
        confirmLabel="Delete"
        tone="danger"
        onConfirm={close}
        onCancel={close}
      />
      <ToastStack toasts={toasts} onClose={(id) => setToasts((all) => all.filter((toast) => toast.id !== id))} />
    </>
  )
}
