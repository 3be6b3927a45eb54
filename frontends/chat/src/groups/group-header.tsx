import type { GroupView } from '@meadow/contracts/browser'
import { getIconButtonClassName, getTooltipProps, joinClassNames, Menu } from '@meadow/ui'
import { Link, useLocation, useNavigate, useSession } from '@meadow/web'
import { ArrowLeft, EllipsisVertical, LogOut, Pencil, UserPlus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import headerStyles from '../features/header/header.module.css'
import { useMarksMenuItems } from '../marks/use-marks-menu-items.tsx'
import { AddMembersDialog } from './add-members-dialog.tsx'
import { GroupAvatars, withViewerLast } from './group-avatars.tsx'
import { GroupMembersDialog } from './group-members-dialog.tsx'
import { useMarkWholeGroupRead } from './group-message-actions.ts'
import styles from './groups.module.css'
import { LeaveGroupDialog } from './leave-group-dialog.tsx'
import { RenameGroupDialog } from './rename-group-dialog.tsx'
import { t } from './texts.ts'

type GroupDialog = 'members' | 'add' | 'rename' | 'leave'

/** Shows the name and the members of a group, and the actions of the viewer's role. An invited member has none. */
export function GroupHeader({ group }: { group: GroupView }) {
  const { name, members, memberCount, role } = group
  const currentUserId = useSession().user?._id
  const navigate = useNavigate()
  const isFromInbox = (useLocation().state as { fromInbox?: boolean } | null)?.fromInbox === true
  const [dialog, setDialog] = useState<GroupDialog>()
  const close = () => setDialog(undefined)
  const { className, ...tip } = getTooltipProps(t('page.back'))
  const isAdmin = role === 'admin'
  const markRead = useMarkWholeGroupRead()
  const marks = useMarksMenuItems(group, {
    onRead: () => markRead(group),
    onArchived: () => void navigate('/inbox', { replace: true }),
  })
  const items = [
    { label: t('members.title'), icon: <UsersRound aria-hidden="true" />, onSelect: () => setDialog('members') },
    marks.mute,
    marks.pin,
    marks.archive,
    ...(isAdmin
      ? [
          { label: t('members.add'), icon: <UserPlus aria-hidden="true" />, onSelect: () => setDialog('add') },
          { label: t('members.rename'), icon: <Pencil aria-hidden="true" />, onSelect: () => setDialog('rename') },
        ]
      : []),
    {
      label: t('members.leave'),
      icon: <LogOut aria-hidden="true" />,
      tone: 'danger' as const,
      onSelect: () => setDialog('leave'),
    },
  ]
  return (
    <header className={headerStyles['header']}>
      <Link
        to="/inbox"
        onClick={(event) => {
          if (!isFromInbox) return
          event.preventDefault()
          void navigate(-1)
        }}
        aria-label={t('page.back')}
        {...tip}
        className={joinClassNames(getIconButtonClassName(), className)}
      >
        <ArrowLeft aria-hidden="true" />
      </Link>
      <GroupAvatars name={name} members={withViewerLast(members, currentUserId)} size={42} />
      <div className={headerStyles['member']}>
        <h1 className={headerStyles['name']}>
          {role === null ? (
            <bdi className={styles['title']}>{name}</bdi>
          ) : (
            <button
              type="button"
              className={styles['title']}
              title={t('page.showMembers', { name })}
              onClick={() => setDialog('members')}
            >
              <bdi>{name}</bdi>
            </button>
          )}
        </h1>
        <div className={styles['subtitle']}>{t('page.memberCount', { count: memberCount })}</div>
      </div>
      {role !== null && (
        <>
          <Menu label={t('page.more')} icon={<EllipsisVertical aria-hidden="true" />} items={items} />
          <GroupMembersDialog
            group={group}
            isOpen={dialog === 'members'}
            onClose={close}
            onAdd={() => setDialog('add')}
          />
          <AddMembersDialog group={group} isOpen={dialog === 'add'} onClose={close} />
          <RenameGroupDialog group={group} isOpen={dialog === 'rename'} onClose={close} />
          {marks.dialog}
          <LeaveGroupDialog group={group} isOpen={dialog === 'leave'} onClose={close} />
        </>
      )}
    </header>
  )
}
