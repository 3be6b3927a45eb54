import { ToastStack } from '@meadow/ui'
import { type ComponentProps, createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'

type Shown = ComponentProps<typeof ToastStack>['toasts'][number]
type Toast = Omit<Shown, 'id'>

const ToastContext = createContext<((toast: Toast) => void) | undefined>(undefined)

/** Shows the toasts of everything inside it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Shown[]>([])
  const count = useRef(0)
  const show = useCallback((toast: Toast) => {
    count.current += 1
    const id = String(count.current)
    setToasts((all) => [...all, { ...toast, id }])
  }, [])
  const close = useCallback((id: Shown['id']) => setToasts((all) => all.filter((toast) => toast.id !== id)), [])
  return (
    <ToastContext value={show}>
      {children}
      <ToastStack toasts={toasts} onClose={close} />
    </ToastContext>
  )
}

/** `toast({ tone: 'success', title: 'Logged Out' })` */
export function useToast(): (toast: Toast) => void {
  const show = use(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider above it')
  return show
}
