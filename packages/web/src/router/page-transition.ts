const REDUCED_MOTION_QUERY = '(prefers-reduced-motion: reduce)'

/** Paths of pages with fixed parts over the bars, which a cross-fade would cover for a moment. */
const PATHS_WITHOUT_TRANSITION = /^\/chat\//

let lastTransition = 0

/**
 * Applies a change of the page with a cross-fade of the middle column (`view-transitions.css` of the components). Applies it
 * without one for people who prefer reduced motion, in hidden tabs, and in browsers without view transitions.
 */
export function runPageTransition(pathnames: string[], update: () => void): void {
  const isPlain =
    typeof document.startViewTransition !== 'function' ||
    document.visibilityState === 'hidden' ||
    matchMedia(REDUCED_MOTION_QUERY).matches ||
    pathnames.some((pathname) => PATHS_WITHOUT_TRANSITION.test(pathname))
  if (isPlain) {
    update()
    return
  }

  const { dataset } = document.documentElement
  const id = ++lastTransition
  dataset['pageTransition'] = 'old'
  const transition = document.startViewTransition(() => {
    dataset['pageTransition'] = 'new'
    update()
  })
  transition.ready.catch(() => undefined) // skipped, for example by the next one: the update is applied all the same
  transition.updateCallbackDone.catch(reportError)
  const end = () => {
    if (id === lastTransition) delete dataset['pageTransition']
  }
  transition.finished.then(end, end)
}
