import { ToastStack } from '@meadow/ui'
import { type ComponentProps, createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'

type Toast = ComponentProps<typeof ToastStack>['toasts'][number]
type NewToast = Omit<Toast, 'id'>

const ShowToastContext = createContext<((toast: NewToast) => void) | undefined>(undefined)

/** Lets every component below it call `useToast`, and shows the toasts until `ToastStack` closes them. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const lastId = useRef(0)
  const showToast = useCallback((toast: NewToast) => {
    lastId.current += 1
    const id = String(lastId.current)
    setToasts((current) => [...current, { ...toast, id }])
  }, [])
  const close = useCallback((id: Toast['id']) => setToasts((current) => current.filter((toast) => toast.id !== id)), [])
  return (
    <ShowToastContext value={showToast}>
      {children}
      <ToastStack toasts={toasts} onClose={close} />
    </ShowToastContext>
  )
}

/** Returns a function that shows a toast: `showToast({ tone: 'success', title: 'Logged Out' })`. */
export function useToast(): (toast: NewToast) => void {
  const showToast = use(ShowToastContext)
  if (!showToast) throw new Error('useToast needs a ToastProvider above it')
  return showToast
}
