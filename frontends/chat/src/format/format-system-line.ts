import type { ConversationView, MessageView } from '@meadow/contracts/browser'
import { t } from '../texts.ts'

type SystemLine = NonNullable<MessageView['system']>
type Named = { _id: string; fullName: string; username: string }

/** Returns the text of the time after which messages disappear. */
export const formatDisappearAfter = (seconds: number): string => {
  const days = Math.round(seconds / 86_400)
  return t('disappear.days', { count: days })
}

/**
 * Returns the text of a system line: `by` did it. `members` are those whose names are known, for the member to whom it was done.
 */
export function formatSystemLine(
  { event, memberId, name = '', disappearAfter }: SystemLine,
  by: Named | undefined,
  currentUserId: string | undefined,
  members: readonly Named[] = [],
): string {
  const toName = (member: Named | undefined) => member?.fullName || member?.username || t('system.somebody')
  const isOwn = by?._id === currentUserId
  const who = toName(by)
  const member = toName(members.find(({ _id }) => _id === memberId))
  switch (event) {
    case 'disappearing':
      if (!disappearAfter) return isOwn ? t('system.youStopped') : t('system.stopped', { name: who })
      return isOwn
        ? t('system.youDisappearing', { time: formatDisappearAfter(disappearAfter) })
        : t('system.disappearing', { name: who, time: formatDisappearAfter(disappearAfter) })
    case 'created':
      return t('system.created', { name: who })
    case 'renamed':
      return t('system.renamed', { name: who, title: name })
    case 'joined':
      return t('system.joined', { name: who })
    case 'left':
      return t('system.left', { name: who })
    case 'removed':
      return t('system.removed', { name: who, member })
    case 'admin':
      return t('system.admin', { name: who, member })
    case 'notAdmin':
      return t('system.notAdmin', { name: who, member })
    default:
      return t('message.unknownType')
  }
}

/** Returns the text of the last message of a conversation if it is a system line. */
export function formatLastSystemLine(
  { lastMessage, user }: ConversationView,
  currentUserId: string | undefined,
): string | undefined {
  if (!lastMessage?.system) return undefined
  const by = lastMessage.sender === user._id ? user : { _id: lastMessage.sender, fullName: '', username: '' }
  return formatSystemLine(lastMessage.system, by, currentUserId, [user])
}
