import { useEffect, useState } from 'react'

/**
 * Returns the token of the mail's link that opened the page; '' if it has none. Removes it from the address bar and the history, so
 * that no later page, screenshot or log gets it. A reload needs the mail again.
 */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '')
  useEffect(() => {
    if (window.location.search) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  return token
}
