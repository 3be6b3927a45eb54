import { Button, ConfirmDialog, Dialog } from '@meadow/ui'
import { useState } from 'react'
import { Example } from '../example.tsx'

const DIALOGS = {
  dialog: 'Open a dialog',
  narrow: 'A narrow one',
  wide: 'A wide one',
  long: 'A long one',
  busy: 'A busy one',
  ask: 'Ask first',
  warn: 'Warn first',
}

type DialogName = keyof typeof DIALOGS

const BUSY_DURATION_MS = 2000
const CHOICES = Array.from({ length: 20 }, (_, index) => index + 1)

export function DialogExamples() {
  const [open, setOpen] = useState<DialogName>()
  const close = () => setOpen(undefined)
  const show = (name: DialogName) => {
    setOpen(name)
    if (name === 'busy') setTimeout(close, BUSY_DURATION_MS)
  }
  return (
    <>
      <Example name="Dialog and ConfirmDialog">
        {Object.entries(DIALOGS).map(([name, label]) => (
          <Button key={name} variant="soft" onClick={() => show(name as DialogName)}>
            {label}
          </Button>
        ))}
      </Example>
      <ExampleDialogs open={open} onClose={close} />
    </>
  )
}

function ExampleDialogs({ open, onClose }: { open: DialogName | undefined; onClose: () => void }) {
  const done = <Button onClick={onClose}>Done</Button>
  const sending = (
    <Button busy busyLabel="Sending...">
      Send
    </Button>
  )
  return (
    <>
      <Dialog open={open === 'dialog'} onClose={onClose} title="A dialog" footer={done}>
        <p>A sheet from below on the phone.</p>
      </Dialog>
      <Dialog narrow open={open === 'narrow'} onClose={onClose} title="A narrow dialog">
        <p>One question, or a few words.</p>
      </Dialog>
      <Dialog wide open={open === 'wide'} onClose={onClose} title="A wide dialog">
        <p>Room for a picture.</p>
      </Dialog>
      <Dialog open={open === 'long'} onClose={onClose} title="A long dialog" footer={done}>
        {CHOICES.map((number) => (
          <p key={number}>
            <Button variant="quiet" wide>
              Choice {number}
            </Button>
          </p>
        ))}
      </Dialog>
      <Dialog busy open={open === 'busy'} onClose={onClose} title="A busy dialog" footer={sending}>
        <p>It cannot be closed before it is done, which takes two seconds.</p>
      </Dialog>
      <ConfirmDialog
        open={open === 'ask'}
        title="Leave the group?"
        text="You can come back at any time."
        confirmLabel="Leave"
        onConfirm={onClose}
        onCancel={onClose}
      />
      <ConfirmDialog
        open={open === 'warn'}
        title="Delete this post?"
        text="This cannot be undone."
        confirmLabel="Delete"
        tone="danger"
        onConfirm={onClose}
        onCancel={onClose}
      />
    </>
  )
}
