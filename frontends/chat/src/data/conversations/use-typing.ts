import { useSendTyping, useSocketEvent } from '@meadow/web'
import { useCallback, useEffect, useRef, useState } from 'react'

const TYPING_INTERVAL_MS = 500
const TYPING_VISIBLE_MS = 2_000

/**
 * Returns `isTyping`, true while `userId` types to the signed-in member, and `sendTyping`, which notifies `userId` that
 * the member is typing, at most once in 500 ms.
 */
export function useTyping(userId: string) {
  const [typingUntil, setTypingUntil] = useState(0)
  const lastSentAt = useRef(0)
  const sendTypingTo = useSendTyping()

  useSocketEvent('typing', ({ senderId }) => {
    if (senderId === userId) setTypingUntil(Date.now() + TYPING_VISIBLE_MS)
  })
  useSocketEvent('newMessage', ({ sender }) => {
    if (sender._id === userId) setTypingUntil(0)
  })
  useEffect(() => {
    if (typingUntil === 0) return
    const timer = setTimeout(() => setTypingUntil(0), typingUntil - Date.now())
    return () => clearTimeout(timer)
  }, [typingUntil])

  const sendTyping = useCallback(() => {
    if (Date.now() - lastSentAt.current < TYPING_INTERVAL_MS) return
    lastSentAt.current = Date.now()
    sendTypingTo(userId)
  }, [sendTypingTo, userId])
  return { isTyping: typingUntil > 0, sendTyping }
}
