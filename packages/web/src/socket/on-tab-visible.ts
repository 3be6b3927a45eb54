/** Tells when the tab is looked at again, and for how long it was not, in ms. */
export function onTabVisible(tell: (away: number) => void): () => void {
  let hiddenSince = Date.now()
  const onChange = () => {
    if (document.hidden) hiddenSince = Date.now()
    else tell(Date.now() - hiddenSince)
  }
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
