import { LazyComponent } from '@meadow/web'
import { loadNamedExport } from '../../lazy-page/load-named-export.ts'
import { useWaitingDialogPurpose } from '../../waiting-dialog-state.ts'

const loadWaitingList = loadNamedExport(() => import('./waiting-list-dialog.tsx'), 'WaitingListDialog')
const loadLogOutQuestion = loadNamedExport(() => import('./log-out-question.tsx'), 'LogOutQuestion')

/** Shows the open dialog about what waits to be sent. */
export function WaitingDialogs() {
  const purpose = useWaitingDialogPurpose()
  if (!purpose) return null
  return (
    <LazyComponent
      key={purpose}
      load={purpose === 'list' ? loadWaitingList : loadLogOutQuestion}
      props={{}}
      fallback={null}
      renderError={() => null}
    />
  )
}
