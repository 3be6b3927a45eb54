import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'

/** Connects the router with the history of the browser. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true })) // reports its own changes too
  const [{ action, location }, setCurrent] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => history.listen((current) => startTransition(() => setCurrent(current))), [history])
  return (
    <Router navigationType={action} location={location} navigator={history}>
      {children}
    </Router>
  )
}
