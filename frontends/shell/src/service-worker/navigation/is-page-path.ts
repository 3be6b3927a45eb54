/** Paths that are no pages of the shell: calls, files, and what the gateway itself serves. */
const OTHER_PATHS =
  /^\/(api|media|socket\.io|internal|health|metrics|dev|mf|js|css|assets|\.well-known)(\/|$)|^\/[^/]+\.(js|json|webmanifest|txt|xml|ico)$/

/** Returns true if the shell serves a path. A page may end with a username that has a dot. */
export const isPagePath = (path: string): boolean => !OTHER_PATHS.test(path)
