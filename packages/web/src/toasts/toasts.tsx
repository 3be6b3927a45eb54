import { ToastStack } from '@meadow/ui'
import { type ComponentProps, createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'

type ShownToast = ComponentProps<typeof ToastStack>['toasts'][number]
type ToastContent = Omit<ShownToast, 'id'>

const ToastContext = createContext<((toast: ToastContent) => void) | undefined>(undefined)

/** Provides `useToast` to its children, and shows their toasts. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<ShownToast[]>([])
  const count = useRef(0)
  const show = useCallback((toast: ToastContent) => {
    count.current += 1
    const id = String(count.current)
    setToasts((all) => [...all, { ...toast, id }])
  }, [])
  const close = useCallback((id: ShownToast['id']) => setToasts((all) => all.filter((toast) => toast.id !== id)), [])
  return (
    <ToastContext value={show}>
      {children}
      <ToastStack toasts={toasts} onClose={close} />
    </ToastContext>
  )
}

/** Returns a function that shows a toast: `toast({ tone: 'success', title: 'Logged Out' })`. */
export function useToast(): (toast: ToastContent) => void {
  const show = use(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider above it')
  return show
}
