import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { joinClassNames } from '../join-class-names.ts'
import styles from './toast.module.css'

const TOAST_LIFETIME_MS = 5_000
const TOAST_ICONS = { success: CircleCheck, error: CircleAlert, info: Info }

export type ToastMessage = {
  id: string
  tone: 'success' | 'error' | 'info'
  title: string
  text?: string | undefined
  action?: { label: string; onSelect: () => void } | undefined
}

/** Toast that closes itself after 5 seconds. `isPaused` stops the timer. */
export function ToastCard({
  toast,
  paused: isPaused,
  onClose,
}: {
  toast: ToastMessage
  paused: boolean
  onClose: () => void
}) {
  useToastTimer(isPaused, onClose)
  const Icon = TOAST_ICONS[toast.tone]
  const { action } = toast
  return (
    <div
      className={joinClassNames(styles['toast'], styles[toast.tone])}
      role={toast.tone === 'error' ? 'alert' : 'status'}
    >
      <Icon aria-hidden="true" />
      <div className={joinClassNames('member-text', styles['labels'])}>
        <div className={styles['title']}>{toast.title}</div>
        {toast.text && <div className={styles['text']}>{toast.text}</div>}
      </div>
      {action && (
        <button
          type="button"
          className={styles['action']}
          onClick={() => {
            action.onSelect()
            onClose()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles['close']} aria-label="Close" onClick={onClose}>
        <X aria-hidden="true" />
      </button>
    </div>
  )
}

function useToastTimer(isPaused: boolean, onEnd: () => void) {
  const left = useRef(TOAST_LIFETIME_MS)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (isPaused) return
    const since = Date.now()
    const timer = setTimeout(() => end(), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - since
    }
  }, [isPaused])
}
