import type { GroupMessageView, GroupView } from '@meadow/contracts/browser'
import { formatMessageLine } from '../format/format-preview.ts'
import { formatSystemLine } from '../format/format-system-line.ts'
import { t } from './texts.ts'

/** Formats the newest message of a group, or its invitation, for the inbox. */
export function formatGroupPreview(group: GroupView, currentUserId: string | undefined): string {
  const { lastMessage, role, invitedBy } = group
  if (role === null)
    return invitedBy ? t('inbox.invited', { name: toFirstName(invitedBy) }) : t('inbox.invitedByNobody')
  if (!lastMessage) return t('inbox.nothingYet')
  if (lastMessage.notice) return formatNotice(lastMessage, lastMessage.notice, currentUserId)
  const text = formatMessageLine({ ...lastMessage, messageType: 'text' })
  return lastMessage.sender._id === currentUserId
    ? t('inbox.youWrote', { text })
    : t('inbox.wrote', { name: toFirstName(lastMessage.sender), text })
}

function formatNotice(
  { sender }: GroupMessageView,
  { event, member, name }: NonNullable<GroupMessageView['notice']>,
  currentUserId: string | undefined,
): string {
  const line = { event, ...(member && { memberId: member._id }), ...(name !== null && { name }) }
  return formatSystemLine(line, sender, currentUserId, [sender, ...(member ? [member] : [])])
}

/** Returns the first word of the name of a member. */
export const toFirstName = ({ fullName, username }: { fullName: string; username: string }): string =>
  (fullName || username).split(' ', 1)[0] || username
