import type { GroupView } from '@meadow/contracts/browser'
import { ConfirmDialog } from '@meadow/ui'
import { useNavigate } from '@meadow/web'
import { useChangeGroup } from './group-change-action.ts'
import { t } from './texts.ts'

type LeaveGroupDialogProps = { group: GroupView; isOpen: boolean; onClose: () => void }

/** Asks before the member leaves a group, and says what happens to it. */
export function LeaveGroupDialog({ group, isOpen, onClose }: LeaveGroupDialogProps) {
  const change = useChangeGroup()
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      open={isOpen}
      title={t('leave.title', { group: group.name })}
      text={describeLeaving(group)}
      confirmLabel={t('leave.confirm')}
      tone="danger"
      onConfirm={() => {
        onClose()
        change(group, { kind: 'leave' })
        void navigate('/inbox', { replace: true })
      }}
      onCancel={onClose}
    />
  )
}

/** Returns what happens when the viewer leaves a group. */
export function describeLeaving({
  members,
  memberCount,
  role,
}: Pick<GroupView, 'members' | 'memberCount' | 'role'>): string {
  if (memberCount <= 1) return t('leave.last')
  const isOnlyAdmin = role === 'admin' && members.filter((member) => member.role === 'admin').length === 1
  return isOnlyAdmin ? `${t('leave.text')} ${t('leave.lastAdmin')}` : t('leave.text')
}
