import { MUTED_FOR_EVER } from '@meadow/contracts/limits'
import { MuteDialog } from '@meadow/features'
import { type MenuItem, useNow } from '@meadow/ui'
import { useToast } from '@meadow/web'
import { Archive, ArchiveRestore, Bell, BellOff, Mail, MailOpen, Pin, PinOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  getMarks,
  isConversationMuted,
  isMutedForEver,
  type MarksChange,
} from '../data/conversations/conversation-marks.ts'
import { type MarkedConversation, useMarkConversation } from '../data/conversations/marks-action.ts'
import { formatDayAndTime } from '../format/format-time.ts'
import { t } from '../texts.ts'

const HOUR_MS = 3_600_000
const DURATIONS = [
  { label: t('marks.hour'), durationMs: HOUR_MS },
  { label: t('marks.hours'), durationMs: 8 * HOUR_MS },
  { label: t('marks.week'), durationMs: 7 * 24 * HOUR_MS },
]

type MarksMenu = {
  pin: MenuItem
  unread: MenuItem
  mute: MenuItem
  archive: MenuItem
  /** The dialog in which the member chooses the duration of a mute. Rendered beside the menu, which closes first. */
  dialog: ReactNode
}

type MarksMenuOptions = {
  /** Marks the messages as read. */
  onRead: () => void
  onArchived?: () => void
}

/** Returns menu items that pin, mute, archive or mark a conversation or a group. Archiving calls `onArchived`, and shows a toast with Undo. */
export function useMarksMenuItems(
  conversation: (MarkedConversation & { unreadCount: number }) | undefined,
  { onRead, onArchived }: MarksMenuOptions,
): MarksMenu {
  const markOne = useMarkConversation()
  const mark = (change: MarksChange) => conversation && markOne(conversation, change)
  const toast = useToast()
  const now = useNow()
  const [isChoosing, setIsChoosing] = useState(false)
  const marks = getMarks(conversation ?? {})
  const { mutedUntil, pinnedAt, archived, isUnread } = marks
  const isMuted = isConversationMuted(marks, now)
  const isRead = !conversation?.unreadCount && !isUnread

  function archive() {
    mark({ archived: true })
    onArchived?.()
    toast({
      tone: 'info',
      title: t('marks.archived'),
      action: { label: t('marks.undo'), onSelect: () => mark(pinnedAt ? { pinned: true } : { archived: false }) }, // a pin ends the archive
    })
  }
  function setRead() {
    if (conversation && conversation.unreadCount > 0) onRead()
    if (isUnread) mark({ isUnread: false })
  }
  return {
    pin: {
      label: t(pinnedAt ? 'marks.unpin' : 'marks.pin'),
      icon: pinnedAt ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />,
      onSelect: () => mark({ pinned: !pinnedAt }),
    },
    unread: {
      label: t(isRead ? 'marks.unread' : 'marks.read'),
      icon: isRead ? <Mail aria-hidden="true" /> : <MailOpen aria-hidden="true" />,
      onSelect: () => (isRead ? mark({ isUnread: true }) : setRead()),
    },
    mute: isMuted
      ? {
          label: t('marks.unmute'),
          icon: <Bell aria-hidden="true" />,
          ...(mutedUntil &&
            !isMutedForEver(mutedUntil) && {
              hint: t('marks.mutedUntil', { time: formatDayAndTime(new Date(mutedUntil), now) }),
            }),
          onSelect: () => mark({ mutedUntil: null }),
        }
      : {
          label: t('marks.mute'),
          icon: <BellOff aria-hidden="true" />,
          onSelect: () => setIsChoosing(true),
        },
    archive: archived
      ? {
          label: t('marks.unarchive'),
          icon: <ArchiveRestore aria-hidden="true" />,
          onSelect: () => mark({ archived: false }),
        }
      : { label: t('marks.archive'), icon: <Archive aria-hidden="true" />, onSelect: archive },
    dialog: isChoosing && (
      <MuteDialog
        isOpen
        title={t('marks.muteTitle')}
        text={t('marks.muteText', { name: conversation?.name ?? '' })}
        durations={DURATIONS}
        alwaysLabel={t('marks.always')}
        onClose={() => setIsChoosing(false)}
        onChoose={(until) => mark({ mutedUntil: until ?? MUTED_FOR_EVER })}
      />
    ),
  }
}
