import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { onPageTitleChange, readPageTitle } from '../page/use-document-title.ts'
import type { ShownLocation } from './use-shown-location.ts'

/** Live region that announces the title of each page after navigation, but not that of the first page. */
export function PageAnnouncer({ location, navigationType }: ShownLocation) {
  const { pathname } = location
  const lastPathname = useRef(pathname)
  const [hasNavigated, setHasNavigated] = useState(false)
  const title = useSyncExternalStore(onPageTitleChange, readPageTitle)
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    if (navigationType !== 'REPLACE') setHasNavigated(true)
  }, [pathname, navigationType])
  return (
    <p className="visually-hidden" role="status" data-page-announcer>
      {hasNavigated ? title : ''}
    </p>
  )
}
