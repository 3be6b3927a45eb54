import type { ModerationReportView } from '@meadow/contracts/browser'
import { getErrorDescription } from '@meadow/features'
import { Alert, Button } from '@meadow/ui'
import { api, useMutation, useQueryClient, useSession } from '@meadow/web'
import { MODERATION_KEY } from './load-error.tsx'
import styles from './moderation.module.css'
import { t } from './texts.ts'

type Update = { isAssigned?: boolean; isHidden?: boolean }

/** Takes an open report or gives it back, and hides its content until there is a decision, or shows it again. */
export function ReportActions({ report, canHide }: { report: ModerationReportView; canHide: boolean }) {
  const { _id, assignedTo, isHidden = false } = report
  const isMine = assignedTo?._id === useSession().user?._id
  const cache = useQueryClient()
  const update = useMutation({
    mutationFn: (body: Update) => api('PUT /moderation/reports/:id', { params: { id: _id }, body }),
    onSettled: () => cache.invalidateQueries({ queryKey: MODERATION_KEY }),
  })
  return (
    <div className={styles['buttons']}>
      {assignedTo && <p className={styles['meta']}>{t('moderation.takenBy', { name: `@${assignedTo.username}` })}</p>}
      {isHidden && <p className={styles['meta']}>{t('moderation.isHidden')}</p>}
      {update.error && <Alert>{`${t('moderation.updateFailed')}. ${getErrorDescription(update.error)}`}</Alert>}
      <Button
        variant="line"
        size="s"
        disabled={update.isPending}
        onClick={() => update.mutate({ isAssigned: !isMine })}
      >
        {t(isMine ? 'moderation.giveBack' : 'moderation.take')}
      </Button>
      {canHide && (
        <Button
          variant="line"
          size="s"
          disabled={update.isPending}
          onClick={() => update.mutate({ isHidden: !isHidden })}
        >
          {t(isHidden ? 'moderation.show' : 'moderation.hide')}
        </Button>
      )}
    </div>
  )
}
