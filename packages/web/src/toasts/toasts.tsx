import type { ToastStack } from '@meadow/ui/toast-stack'
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { LazyComponent } from '../page/lazy-component.tsx'
import { rememberLoaded } from '../page/remember-loaded.ts'
import { useWhenIdle } from '../page/use-when-idle.ts'

type Toast = ComponentProps<typeof ToastStack>['toasts'][number]
type NewToast = Omit<Toast, 'id'>

const loadToastStack = rememberLoaded(async () => ({ default: (await import('@meadow/ui/toast-stack')).ToastStack }))

const ShowToastContext = createContext<((toast: NewToast) => void) | undefined>(undefined)

/** Lets every component below it call `useToast`, and shows the toasts until `ToastStack` closes them. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const [isStackNeeded, setStackNeeded] = useState(false)
  useWhenIdle(() => setStackNeeded(true)) // before a toast is needed, which may say that the network is gone
  const lastId = useRef(0)
  const showToast = useCallback((toast: NewToast) => {
    lastId.current += 1
    const id = String(lastId.current)
    setToasts((current) => [...current, { ...toast, id }])
    setStackNeeded(true)
  }, [])
  const close = useCallback((id: Toast['id']) => setToasts((current) => current.filter((toast) => toast.id !== id)), [])
  return (
    <ShowToastContext value={showToast}>
      {children}
      {isStackNeeded && (
        <LazyComponent
          load={loadToastStack}
          props={{ toasts, onClose: close }}
          fallback={null}
          renderError={(retry) => <RetryWithNextToast newest={toasts.at(-1)?.id} retry={retry} />}
        />
      )}
    </ShowToastContext>
  )
}

/** Stands for a stack that could not be loaded. Loads it again when there is another toast. */
function RetryWithNextToast({ newest, retry }: { newest: Toast['id'] | undefined; retry: () => void }) {
  const [newestAtError] = useState(newest)
  useEffect(() => {
    if (newest !== newestAtError) retry()
  })
  return null
}

/** Returns a function that shows a toast: `showToast({ tone: 'success', title: 'Logged Out' })`. */
export function useToast(): (toast: NewToast) => void {
  const showToast = use(ShowToastContext)
  if (!showToast) throw new Error('useToast needs a ToastProvider above it')
  return showToast
}
