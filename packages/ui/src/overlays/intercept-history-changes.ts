export type HistoryChange = {
  method: 'pushState' | 'replaceState'
  state: unknown
  url: string | URL | null | undefined
}

/**
 * Gives all calls of `history.pushState` and `history.replaceState` to `handle` instead of the browser.
 * @returns changes the history in the browser
 */
export function interceptHistoryChanges(handle: (change: HistoryChange) => void): (change: HistoryChange) => void {
  const original = {
    pushState: history.pushState.bind(history),
    replaceState: history.replaceState.bind(history),
  }
  for (const method of ['pushState', 'replaceState'] as const)
    history[method] = (state, _unused, url) => handle({ method, state, url })
  return ({ method, state, url }) => original[method](state, '', url)
}
