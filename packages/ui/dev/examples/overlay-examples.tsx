import { Button, getTooltipProps, IconButton, Menu, Popover } from '@meadow/ui'
import { ToastStack } from '@meadow/ui/toast-stack'
import { Ellipsis, Pencil, SmilePlus, Trash2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Example } from '../example.tsx'
import { DialogExamples } from './dialog-examples.tsx'

type Toasts = ComponentProps<typeof ToastStack>['toasts']

const ITEMS = [
  { label: 'Edit', icon: <Pencil aria-hidden="true" />, onSelect: () => undefined },
  { label: 'Block', disabled: true, onSelect: () => undefined },
  { label: 'Delete', icon: <Trash2 aria-hidden="true" />, tone: 'danger' as const, onSelect: () => undefined },
]

const TOASTS: Toasts = [
  { id: 'success', tone: 'success', title: 'Post published' },
  { id: 'error', tone: 'error', title: 'Not sent', text: 'The network is away.' },
  { id: 'info', tone: 'info', title: 'Post deleted', action: { label: 'Undo', onSelect: () => undefined } },
]

export function OverlayExamples() {
  const [toasts, setToasts] = useState<Toasts>([])
  return (
    <>
      <Example name="Menu and tooltip">
        <Menu label="More" icon={<Ellipsis aria-hidden="true" />} items={ITEMS} />
        <Button variant="line" {...getTooltipProps('Beside the button')}>
          Point at me
        </Button>
      </Example>
      <Example name="Popover">
        <Popover label="React" icon={<SmilePlus aria-hidden="true" />}>
          {(close) => <IconButton label="Heart" icon="❤️" onClick={close} />}
        </Popover>
      </Example>
      <DialogExamples />
      <Example name="ToastStack: one of each tone">
        <Button variant="soft" onClick={() => setToasts(TOASTS)}>
          Show toasts
        </Button>
      </Example>
      <ToastStack toasts={toasts} onClose={(id) => setToasts((all) => all.filter((toast) => toast.id !== id))} />
    </>
  )
}
