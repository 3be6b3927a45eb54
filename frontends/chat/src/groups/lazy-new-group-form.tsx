import { Button } from '@meadow/ui'
import { LazyComponent, rememberLoaded } from '@meadow/web'
import { ConversationSkeletons } from '../features/inbox/conversation-skeletons.tsx'
import { t } from '../texts.ts'
import type { NewGroupFormProps } from './new-group-form.tsx'

const load = rememberLoaded(() => import('./new-group-form.tsx'))

/** Loads the form of a new group when it is opened. */
export const LazyNewGroupForm = (props: NewGroupFormProps) => (
  <LazyComponent
    load={load}
    props={props}
    fallback={<ConversationSkeletons count={4} />}
    renderError={(retry) => (
      <div role="alert">
        <Button variant="soft" onClick={retry}>
          {t('tryAgain')}
        </Button>
      </div>
    )}
  />
)
