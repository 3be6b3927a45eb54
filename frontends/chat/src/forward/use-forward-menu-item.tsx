import { LazyDialog } from '@meadow/features'
import type { MenuItem } from '@meadow/ui'
import { Forward } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import { t } from '../texts.ts'
import { canForward } from './forward-targets.ts'

const load = async () => ({ default: (await import('./forward-dialog.tsx')).ForwardDialog })

/**
 * Returns the menu item that forwards a message, and its dialog, to be rendered beside the menu. A recording or video that could not be encoded,
 * and a message that disappears, have no item.
 */
export function useForwardMenuItem(message: ShownMessage): { item: MenuItem | undefined; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  const onClose = () => setIsOpen(false)
  return {
    item: canForward(message)
      ? {
          label: t('message.forward'),
          icon: <Forward aria-hidden="true" />,
          onSelect: () => setIsOpen(true),
        }
      : undefined,
    dialog: (
      <LazyDialog
        isOpen={isOpen}
        onClose={onClose}
        load={load}
        props={{ messages: [message], canStillForward: () => canForward(message), isOpen, onClose }}
      />
    ),
  }
}
