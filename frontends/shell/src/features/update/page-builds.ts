import type { FrontendBuilds } from '../../service-worker/messages.ts'
import { readShellBuild } from '../../shell-build.ts'

/** Returns the builds that this page runs: of the shell, and of each remote that it has loaded. The build adds them. */
export function readPageBuilds(): FrontendBuilds {
  const { meadowBuilds } = globalThis as { meadowBuilds?: FrontendBuilds }
  return { shell: readShellBuild(), ...meadowBuilds }
}

/** Returns true if a page runs another build than the next page would. Unknown builds do not count. */
export const isOutdated = (page: FrontendBuilds, current: FrontendBuilds): boolean =>
  Object.entries(page).some(([name, build]) => current[name] !== undefined && current[name] !== build)
