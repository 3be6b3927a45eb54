import { matchPath } from '@meadow/web'

/** Pages with columns of their own. */
const PATHS_WITHOUT_SIDE_COLUMNS = ['/inbox', '/chat/*', '/settings/*']

/** Returns true if the page has the side columns of the frame beside it. */
export const hasSideColumns = (pathname: string): boolean =>
  !PATHS_WITHOUT_SIDE_COLUMNS.some((path) => matchPath(path, pathname))
