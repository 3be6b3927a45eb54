import { IdleComponent } from '@meadow/web'
import { loadNamedExport } from '../../lazy-page/load-named-export.ts'

const loadInstallButton = loadNamedExport(() => import('./install-button.tsx'), 'InstallButton')

/** `InstallButton`, whose code is loaded when the page is idle. */
export const LazyInstallButton = () => <IdleComponent load={loadInstallButton} props={{}} />
