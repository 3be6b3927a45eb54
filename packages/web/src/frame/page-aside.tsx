import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'

/** The element in the right column of the frame. `null`: there is no such column now. `undefined`: there is no frame. */
const PageAsideContext = createContext<Element | null | undefined>(undefined)

/** Provides the element into which `PageAside` renders. */
export const PageAsideProvider = PageAsideContext

/** Renders its children into the right column of the frame, and nothing without that column. In place without a frame. */
export function PageAside({ children }: { children: ReactNode }): ReactNode {
  const container = use(PageAsideContext)
  if (container === undefined) return children
  return container && createPortal(children, container)
}
