import type { ConversationView, MemberView, Presence } from '@meadow/contracts/browser'
import {
  MemberLink,
  useBlock,
  useBlockMenuItem,
  useMuteMenuItem,
  usePrivacyExceptionMenuItem,
  useReportMenuItem,
} from '@meadow/features'
import { Avatar, getIconButtonClassName, getTooltipProps, IconButton, joinClassNames, Menu, useNow } from '@meadow/ui'
import { Link, useLocation, useNavigate } from '@meadow/web'
import {
  ArrowLeft,
  CalendarDays,
  CircleCheck,
  EllipsisVertical,
  Images,
  MessagesSquare,
  Search,
  ShieldBan,
  Timer,
  UserRound,
} from 'lucide-react'
import { toMarkedConversation } from '../../data/conversations/conversation-marks.ts'
import { useMarkConversationRead } from '../../data/conversations/use-mark-read.ts'
import { formatPresence } from '../../format/format-presence.ts'
import { formatDisappearAfter } from '../../format/format-system-line.ts'
import { useClearMenuItem } from '../../marks/use-clear-menu-item.tsx'
import { useDisappearMenuItem } from '../../marks/use-disappear-menu-item.tsx'
import { useMarksMenuItems } from '../../marks/use-marks-menu-items.tsx'
import { t } from '../../texts.ts'
import styles from './header.module.css'

type ConversationHeaderProps = {
  member: MemberView
  conversation: ConversationView | undefined
  presence: Presence | undefined
  isBlocked: boolean
  isTyping: boolean
  isSearching: boolean
  onToggleSearch: () => void
  onOpenThreads: () => void
  onOpenContents: () => void
  onOpenDate: () => void
  onStartSelection: () => void
}

/** Returns true if a layer over the conversation has the current history entry. */
const hasOpenLayer = () => (history.state as { layer?: number } | null)?.layer !== undefined

/** Shows the other member, their presence, and the actions of the conversation. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const {
    member,
    conversation,
    presence,
    isBlocked,
    isTyping,
    isSearching,
    onToggleSearch,
    onOpenThreads,
    onOpenContents,
    onOpenDate,
    onStartSelection,
  } = props
  const navigate = useNavigate()
  const isFromInbox = (useLocation().state as { fromInbox?: boolean } | null)?.fromInbox === true
  const now = useNow()
  const { className, ...tip } = getTooltipProps(t('chat.back'))
  const isOnline = presence?.isOnline === true
  const block = useBlockMenuItem(member, () => void navigate('/inbox', { replace: true }))
  const mute = useMuteMenuItem(member)
  const privacy = usePrivacyExceptionMenuItem(member)
  const report = useReportMenuItem({ kind: 'member', id: member._id, member })
  const markRead = useMarkConversationRead()
  const marks = useMarksMenuItems(conversation && toMarkedConversation(conversation), {
    onRead: () => conversation && markRead(conversation),
    onArchived: () => void navigate('/inbox', { replace: true }),
  })
  const disappear = useDisappearMenuItem(conversation)
  const clear = useClearMenuItem(conversation)
  const disappearAfter = conversation?.disappearAfter ?? null
  const setIsBlocked = useBlock(member)
  const unblockItem = {
    label: t('chat.unblock', { username: member.username }),
    icon: <ShieldBan aria-hidden="true" />,
    onSelect: () => setIsBlocked(false),
  }
  const items = [
    {
      label: t('chat.profile'),
      icon: <UserRound aria-hidden="true" />,
      onSelect: () => void navigate(`/profile/${member.username}`),
    },
    { label: t('chat.threads'), icon: <MessagesSquare aria-hidden="true" />, onSelect: onOpenThreads },
    ...(conversation?.lastMessage
      ? [
          { label: t('contents.open'), icon: <Images aria-hidden="true" />, onSelect: onOpenContents },
          { label: t('dates.open'), icon: <CalendarDays aria-hidden="true" />, onSelect: onOpenDate },
        ]
      : []),
    { label: t('chat.select'), icon: <CircleCheck aria-hidden="true" />, onSelect: onStartSelection },
    ...(conversation?.lastMessage ? [marks.mute, marks.pin, marks.archive] : []),
    ...(conversation?.lastMessage && conversation.canSend && !conversation.request ? [disappear.item] : []),
    ...(clear.item ? [clear.item] : []),
    privacy.item,
    mute.item,
    isBlocked ? unblockItem : block.item,
    report.item,
  ]
  return (
    <header className={styles['header']}>
      <Link
        to="/inbox"
        onClick={(event) => {
          if (!isFromInbox || hasOpenLayer()) return
          event.preventDefault()
          void navigate(-1)
        }}
        aria-label={t('chat.back')}
        {...tip}
        className={joinClassNames(getIconButtonClassName(), className)}
      >
        <ArrowLeft aria-hidden="true" />
      </Link>
      <Avatar name={member.fullName} src={member.avatar} size={42} online={isOnline} />
      <div className={styles['member']}>
        <h1 className={styles['name']}>
          <MemberLink member={member} />
        </h1>
        <div
          className={joinClassNames(
            styles['presence'],
            !presence && styles['unknown'],
            (isOnline || isTyping) && styles['online'],
          )}
        >
          {disappearAfter !== null && (
            <Timer
              className={styles['timer']}
              role="img"
              aria-label={t('disappear.isOn', { time: formatDisappearAfter(disappearAfter) })}
            />
          )}
          <span aria-hidden={isTyping}>
            {isTyping ? t('presence.typing') : presence && formatPresence(presence, now)}
          </span>
          <span className="visually-hidden" role="status">
            {isTyping && t('chat.isTyping', { name: member.fullName })}
          </span>
        </div>
      </div>
      <IconButton
        label={t('chat.search')}
        icon={<Search aria-hidden="true" />}
        active={isSearching}
        aria-expanded={isSearching}
        onClick={onToggleSearch}
      />
      <Menu label={t('chat.more')} icon={<EllipsisVertical aria-hidden="true" />} items={items} />
      {privacy.dialog}
      {mute.dialog}
      {block.dialog}
      {marks.dialog}
      {disappear.dialog}
      {clear.dialog}
      {report.dialog}
    </header>
  )
}
