import { IdleComponent } from '@meadow/web'
import { loadNamedExport } from '../../../lazy-page/load-named-export.ts'

const loadPushAgent = loadNamedExport(() => import('./push-agent.tsx'), 'PushAgent')

/** `PushAgent`, whose code is loaded when the page is idle. */
export const LazyPushAgent = () => <IdleComponent load={loadPushAgent} props={{}} />
