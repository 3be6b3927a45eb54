import type { ComponentProps, MouseEvent } from 'react'
import { createPath, useHref, useLocation, useNavigate, useResolvedPath } from 'react-router'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  /** Replaces the current entry of the history. A link to the current address always does. */
  replace?: boolean
  /** State of the new entry of the history. */
  state?: unknown
}

/** Link to a page of the app. */
export function Link({ to, replace = false, state, target, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const location = useLocation()
  const path = useResolvedPath(to)
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || target || opensElsewhere(event)) return
    event.preventDefault()
    void navigate(to, { replace: replace || createPath(location) === createPath(path), state })
  }
  return <a {...rest} href={useHref(to)} target={target} onClick={handleClick} />
}

/** Returns true if the browser opens the link in another tab or window, or downloads it. */
const opensElsewhere = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || altKey || ctrlKey || shiftKey
