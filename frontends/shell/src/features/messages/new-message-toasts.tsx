import { isMuteRunning, useLiveBlocksAndMutes } from '@meadow/features'
import { useLocation, useNavigate, useSocketEvent, useToast } from '@meadow/web'
import { useRef } from 'react'
import { t } from './texts.ts'

/** Further messages of a sender within this time, about that of a visible toast, show no new one. */
const SENDER_INTERVAL_MS = 5_000

/** Shows a toast for a new message on every page but the sender's conversation, unless the sender or the conversation is muted. Screen readers announce toasts. */
export function NewMessageToasts(): null {
  const showToast = useToast()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const muted = useLiveBlocksAndMutes()
  const recentSenderIds = useRef(new Set<string>())
  useSocketEvent('newMessage', ({ sender: { _id, username, fullName }, isMuted, system }) => {
    if (isMuted || system) return
    const conversationPath = `/chat/${username}`
    const recent = recentSenderIds.current
    if (pathname === conversationPath || recent.has(_id)) return
    if (muted.some((member) => member._id === _id && isMuteRunning(member.mutedUntil, new Date()))) return
    recent.add(_id)
    setTimeout(() => recent.delete(_id), SENDER_INTERVAL_MS)
    const [firstName = username] = (fullName || username).split(' ', 1)
    showToast({
      tone: 'info',
      title: t('messages.new', { name: firstName }),
      action: { label: t('messages.open'), onSelect: () => void navigate(conversationPath) },
    })
  })
  return null
}
