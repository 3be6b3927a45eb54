import { useLive, useSayTyping } from '@meadow/web'
import { useCallback, useEffect, useRef, useState } from 'react'

const SAID_EVERY_MS = 500
const SHOWN_MS = 2_000

/** Whether `userId` is writing to the member now, and how to say that the member is writing to them. */
export function useTyping(userId: string) {
  const [until, setUntil] = useState(0)
  const said = useRef(0)
  const say = useSayTyping()

  useLive('typing', ({ senderId }) => {
    if (senderId === userId) setUntil(Date.now() + SHOWN_MS)
  })
  useLive('newMessage', ({ sender }) => {
    if (sender._id === userId) setUntil(0)
  })
  useEffect(() => {
    if (until === 0) return
    const timer = setTimeout(() => setUntil(0), until - Date.now())
    return () => clearTimeout(timer)
  }, [until])

  const sayTyping = useCallback(() => {
    if (Date.now() - said.current < SAID_EVERY_MS) return
    said.current = Date.now()
    say(userId)
  }, [say, userId])
  return { isTyping: until > 0, sayTyping }
}
