import { matchPath, type PreloadPage } from '@meadow/web'
import type { LoadPage } from './lazy-page/lazy-page.tsx'
import { loadNamedExport } from './lazy-page/load-named-export.ts'
import { t } from './texts.ts'

type FramePage = { path: string; title: string; load: LoadPage; preload?: PreloadPage }

/** Pages of the shell inside the frame. */
export const FRAME_PAGES: readonly FramePage[] = [
  {
    path: '/alert',
    title: t('alerts.title'),
    load: loadNamedExport(() => import('./features/alerts/alerts-page.tsx'), 'AlertsPage'),
    preload: async (_, { cache }) => (await import('./features/alerts/preload-alerts.ts')).preloadAlerts(cache),
  },
  {
    path: '/settings/:section?',
    title: t('settings.page'),
    load: loadNamedExport(() => import('./settings-with-push.tsx'), 'SettingsWithPush'),
  },
  {
    path: '/moderation',
    title: t('nav.brandName'),
    load: loadNamedExport(() => import('./moderation-or-not-found.tsx'), 'ModerationOrNotFound'),
  },
  {
    path: '/connection',
    title: t('nav.brandName'),
    load: loadNamedExport(() => import('./features/connection/connection-page.tsx'), 'ConnectionPage'),
  },
]

/** Returns the page of the shell that serves a path inside the frame. */
export const findFramePage = (pathname: string): FramePage | undefined =>
  FRAME_PAGES.find(({ path }) => matchPath(path, pathname))
