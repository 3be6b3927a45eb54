import { IdleComponent } from '@meadow/web'
import { loadNamedExport } from '../../lazy-page/load-named-export.ts'

const loadUpdateBar = loadNamedExport(() => import('./update-bar.tsx'), 'UpdateBar')

/** Registers the service worker and looks after updates, as soon as the page is idle. */
export const AppUpdates = () => <IdleComponent load={loadUpdateBar} props={{}} />
