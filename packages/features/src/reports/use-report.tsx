import type { MenuItem } from '@meadow/ui'
import { Flag } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { LazyDialog } from '../dialogs/lazy-dialog.tsx'
import type { ReportTarget } from './report-action.ts'
import { t } from './report-texts.ts'

const loadReportDialog = async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog })

/** Returns the menu item that reports content or a member, and its dialog, to be rendered beside the menu. */
export function useReportMenuItem(target: ReportTarget): { item: MenuItem; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false)
  const onClose = () => setIsOpen(false)
  return {
    item: {
      label: t(`report.${target.kind}`, { username: target.member.username }),
      icon: <Flag aria-hidden="true" />,
      tone: 'danger',
      onSelect: () => setIsOpen(true),
    },
    dialog: (
      <LazyDialog isOpen={isOpen} onClose={onClose} load={loadReportDialog} props={{ target, isOpen, onClose }} />
    ),
  }
}
