import type { MemberView } from '@meadow/contracts/browser'
import { type MenuItem, useNow } from '@meadow/ui'
import { useOutbox, useQuery, useToast } from '@meadow/web'
import { Volume2, VolumeX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { MuteDialog } from '../muting/mute-dialog.tsx'
import { useIsFollowing } from './is-following.ts'
import { t } from './member-menu-texts.ts'
import { muteAction } from './mute-action.ts'
import { toMember } from './to-member.ts'
import { mutedMembersQuery } from './use-muted-members.ts'

/** Returns true if a mute with this end has an effect at the time `now`. */
export const isMuteRunning = (mutedUntil: string | null, now: Date): boolean =>
  mutedUntil === null || new Date(mutedUntil) > now

/** Returns the viewer's mute of a member, while it has an effect. The list of mutes is fetched elsewhere, by `useMutedMembers`. */
export function useMuteOf(memberId: string): { until: string | null } | undefined {
  const now = useNow()
  const { data } = useQuery({ ...mutedMembersQuery, enabled: false })
  const found = data?.muted.find(({ _id }) => _id === memberId)
  return found && isMuteRunning(found.mutedUntil, now) ? { until: found.mutedUntil } : undefined
}

/**
 * Returns a function that mutes a member until a time (null: until an unmute), and one that takes a mute back. Both act on the screen
 * at once, and are sent by the outbox. A toast offers Undo.
 */
export function useMute(member: MemberView): {
  mute: (until: string | null) => void
  unmute: (until: string | null) => void
} {
  const outbox = useOutbox()
  const toast = useToast()
  const isFollowing = useIsFollowing(member)
  const { username } = member
  const change = (isMuted: boolean, until: string | null) =>
    void outbox.add(muteAction, { member: { ...toMember(member), isFollowing }, isMuted, until })
  const changeWithUndo = (isMuted: boolean, until: string | null) => {
    change(isMuted, until)
    toast({
      tone: 'info',
      title: t(isMuted ? 'member.muted' : 'member.unmuted', { username }),
      action: { label: t('member.undo'), onSelect: () => change(!isMuted, until) },
    })
  }
  return { mute: (until) => changeWithUndo(true, until), unmute: (until) => changeWithUndo(false, until) }
}

/**
 * Returns the menu item that mutes a member, and the dialog that asks for how long, to be rendered beside the menu. For a muted member
 * the item takes the mute back. `onMuted` is called after the member has chosen a time.
 */
export function useMuteMenuItem(member: MemberView, onMuted?: () => void): { item: MenuItem; dialog: ReactNode } {
  const { username } = member
  const current = useMuteOf(member._id)
  const { mute, unmute } = useMute(member)
  const [isChoosing, setIsChoosing] = useState(false)
  return {
    item: current
      ? {
          label: t('member.unmute', { username }),
          icon: <Volume2 aria-hidden="true" />,
          onSelect: () => unmute(current.until),
        }
      : {
          label: t('member.mute', { username }),
          icon: <VolumeX aria-hidden="true" />,
          onSelect: () => setIsChoosing(true),
        },
    dialog: (
      <MuteDialog
        isOpen={isChoosing}
        title={t('member.muteTitle', { username })}
        text={t('member.muteText')}
        alwaysLabel={t('member.muteAlways')}
        onClose={() => setIsChoosing(false)}
        onChoose={(until) => {
          mute(until)
          onMuted?.()
        }}
      />
    ),
  }
}
