const STORE_PATTERN = /\b(?:(localStorage|sessionStorage|indexedDB|openDB)\b|(caches)\.\w)/
const COMMENT_PATTERN = /\/\*.*?\*\/|\/\/.*?$/gms
const EXEMPT_PATH_PATTERN = /\.test\.tsx?$|\/testing\/|^(?:tools|services|gateway)\//

/** Files that may use the stores of the browser. Others use them, so each value has a member or is listed as the device's. */
const ALLOWED_PATHS = new Set([
  'packages/web/src/page/browser-storage.ts',
  'packages/web/src/page/member-caches.ts',
  'packages/web/src/page/member-database.ts',
  'packages/web/src/page/member-stores.ts',
  'packages/frontend-server/src/kill-switch.ts',
  'frontends/shell/src/service-worker/page-globals.d.ts',
  'frontends/shell/src/service-worker/media/member-files.ts',
  'frontends/shell/src/service-worker/releases/download-release.ts',
  'frontends/shell/src/service-worker/releases/match-file.ts',
  'frontends/shell/src/service-worker/releases/release-storage.ts',
])

/** Finds source files that use a store of the browser directly; one line each. `sources` are texts by path. */
export const findDirectStores = (sources) =>
  [...sources].flatMap(([path, text]) => {
    if (EXEMPT_PATH_PATTERN.test(path) || ALLOWED_PATHS.has(path)) return []
    const found = STORE_PATTERN.exec(text.replaceAll(COMMENT_PATTERN, ''))
    return found
      ? [`${path}: uses ${found[1] ?? found[2]} without the stores of packages/web/src/page, which belong to a member`]
      : []
  })
