import type { GroupView, MemberView } from '@meadow/contracts/browser'
import { MemberLink } from '@meadow/features'
import { Avatar, Button, ConfirmDialog, Dialog, Menu, type MenuItem, Tag } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { Ellipsis, Shield, ShieldOff, UserMinus, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type GroupMember, useChangeGroup } from './group-change-action.ts'
import styles from './groups.module.css'
import { t } from './texts.ts'

type GroupMembersDialogProps = { group: GroupView; isOpen: boolean; onClose: () => void; onAdd: () => void }

/** Lists the members of a group and those who are invited. Admins change roles, and remove and add people. */
export function GroupMembersDialog({ group, isOpen, onClose, onAdd }: GroupMembersDialogProps) {
  const [removed, setRemoved] = useState<MemberView>()
  const change = useChangeGroup()
  const currentUserId = useSession().user?._id
  const isAdmin = group.role === 'admin'
  const getMemberItems = (member: GroupMember): MenuItem[] => [
    member.role === 'admin'
      ? {
          label: t('members.makeMember'),
          icon: <ShieldOff aria-hidden="true" />,
          onSelect: () => change(group, { kind: 'role', memberId: member._id, role: 'member' }),
        }
      : {
          label: t('members.makeAdmin'),
          icon: <Shield aria-hidden="true" />,
          onSelect: () => change(group, { kind: 'role', memberId: member._id, role: 'admin' }),
        },
    {
      label: t('members.remove'),
      icon: <UserMinus aria-hidden="true" />,
      tone: 'danger',
      onSelect: () => setRemoved(member),
    },
  ]
  const getInvitedItems = (member: MemberView): MenuItem[] => [
    {
      label: t('members.withdraw'),
      icon: <UserMinus aria-hidden="true" />,
      tone: 'danger',
      onSelect: () => change(group, { kind: 'remove', memberId: member._id }),
    },
  ]
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={t('members.title')}
      footer={
        isAdmin && (
          <Button variant="soft" onClick={onAdd}>
            <UserPlus aria-hidden="true" /> {t('members.add')}
          </Button>
        )
      }
    >
      <ul className={styles['list']} aria-label={t('members.list')}>
        {group.members.map((member) => (
          <MemberRow
            key={member._id}
            member={member}
            isViewer={member._id === currentUserId}
            items={isAdmin && member._id !== currentUserId ? getMemberItems(member) : []}
          >
            {member.isBlocked && <Tag>{t('members.blocked')}</Tag>}
            {member.role === 'admin' && <Tag>{t('members.admin')}</Tag>}
          </MemberRow>
        ))}
      </ul>
      {group.invited.length > 0 && (
        <>
          <h3 className={styles['heading']}>{t('members.invited')}</h3>
          <ul className={styles['list']} aria-label={t('members.invited')}>
            {group.invited.map((member) => (
              <MemberRow
                key={member._id}
                member={member}
                isViewer={false}
                items={isAdmin ? getInvitedItems(member) : []}
              />
            ))}
          </ul>
        </>
      )}
      <ConfirmDialog
        open={removed !== undefined}
        title={t('members.removeTitle', { name: removed?.fullName ?? '' })}
        text={t('members.removeText', { name: removed?.fullName ?? '' })}
        confirmLabel={t('members.removeConfirm')}
        tone="danger"
        onConfirm={() => {
          if (removed) change(group, { kind: 'remove', memberId: removed._id })
          setRemoved(undefined)
        }}
        onCancel={() => setRemoved(undefined)}
      />
    </Dialog>
  )
}

type MemberRowProps = { member: MemberView; isViewer: boolean; items: MenuItem[]; children?: ReactNode }

function MemberRow({ member, isViewer, items, children }: MemberRowProps) {
  return (
    <li className={styles['member']}>
      <Avatar name={member.fullName} src={member.avatar} size={40} />
      <span className={styles['names']}>
        <span className={styles['memberName']}>
          <MemberLink member={member} />
        </span>
        <bdi className={styles['username']}>{isViewer ? t('members.you') : `@${member.username}`}</bdi>
      </span>
      {children}
      {items.length > 0 && (
        <Menu
          label={t('members.actions', { name: member.fullName })}
          icon={<Ellipsis aria-hidden="true" />}
          size="s"
          items={items}
        />
      )}
    </li>
  )
}
