import { Navigate, useLastKnown, useLocation } from '@meadow/web'
import { COMPOSE_PATH, START_PATH } from '../../app-paths.ts'

const LAST_PATH_KEY = 'path'
const HOME_PATH = '/home'

/** Opens the page on which the member was last: the installed app starts here. */
export function StartRedirect() {
  return <Navigate replace to={useLastKnown<string>(LAST_PATH_KEY, undefined) ?? HOME_PATH} />
}

/** Opens the composer over the feed, for the shortcut of the installed app and for shared content. */
export function ComposeRedirect() {
  return <Navigate replace to={HOME_PATH} state={{ compose: true }} />
}

/** Remembers the page for the next start of the installed app. */
export function useRememberPath(): void {
  const { pathname } = useLocation()
  const isPage = pathname !== START_PATH && pathname !== COMPOSE_PATH
  useLastKnown(LAST_PATH_KEY, isPage ? pathname : undefined)
}
