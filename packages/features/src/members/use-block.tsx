import type { MemberView } from '@meadow/contracts/browser'
import { ConfirmDialog, type MenuItem } from '@meadow/ui'
import { useOutbox, useToast } from '@meadow/web'
import { ShieldBan } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { blockAction } from './block-action.ts'
import { useIsFollowing } from './is-following.ts'
import { t } from './member-menu-texts.ts'
import { toMember } from './to-member.ts'

/** Returns a function that blocks (true) or unblocks (false) a member. It acts on the screen at once, and is sent by the outbox. */
export function useBlock(member: MemberView): (isBlocked: boolean) => void {
  const outbox = useOutbox()
  const isFollowing = useIsFollowing(member)
  return (isBlocked) => void outbox.add(blockAction, { member: { ...toMember(member), isFollowing }, isBlocked })
}

/**
 * Returns the menu item that blocks a member, and the dialog that asks before, to be rendered beside the menu. A toast offers
 * Undo. `onBlocked` is called after the member has confirmed.
 */
export function useBlockMenuItem(member: MemberView, onBlocked?: () => void): { item: MenuItem; dialog: ReactNode } {
  const { username } = member
  const block = useBlock(member)
  const toast = useToast()
  const [isConfirming, setIsConfirming] = useState(false)
  const confirm = () => {
    setIsConfirming(false)
    block(true)
    toast({
      tone: 'info',
      title: t('member.blocked', { username }),
      action: { label: t('member.undo'), onSelect: () => block(false) },
    })
    onBlocked?.()
  }
  return {
    item: {
      label: t('member.block', { username }),
      icon: <ShieldBan aria-hidden="true" />,
      tone: 'danger',
      onSelect: () => setIsConfirming(true),
    },
    dialog: (
      <ConfirmDialog
        open={isConfirming}
        title={t('member.blockTitle', { username })}
        text={t('member.blockText')}
        confirmLabel={t('member.blockConfirm')}
        tone="danger"
        onCancel={() => setIsConfirming(false)}
        onConfirm={confirm}
      />
    ),
  }
}
