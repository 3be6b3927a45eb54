import type { ModerationReportView } from '@meadow/contracts/browser'
import { APPEAL_STATES, MAX_REPORT_NOTE_LENGTH } from '@meadow/contracts/report-limits'
import { getErrorDescription } from '@meadow/features'
import { Alert, Button, TextArea, Time } from '@meadow/ui'
import { api, useMutation, useQueryClient, useToast } from '@meadow/web'
import { useState } from 'react'
import { MODERATION_KEY } from './load-error.tsx'
import styles from './moderation.module.css'
import { t } from './texts.ts'

type AppealProps = { reportId: string; appeal: NonNullable<ModerationReportView['appeal']> }

/** Shows the appeal against a decision, with the answer or the buttons for it. */
export function Appeal({ reportId, appeal: { text, at, state } }: AppealProps) {
  const known = APPEAL_STATES.find((one) => one === state) ?? 'open'
  const [note, setNote] = useState('')
  const cache = useQueryClient()
  const toast = useToast()
  const answer = useMutation({
    mutationFn: (accepts: boolean) =>
      api('POST /moderation/reports/:id/appeal/answer', { params: { id: reportId }, body: { accepts, note } }),
    onSuccess: () => toast({ tone: 'success', title: t('moderation.answered') }),
    onSettled: () => cache.invalidateQueries({ queryKey: MODERATION_KEY }),
  })
  return (
    <section>
      <h3>{t('moderation.appeal')}</h3>
      <p className={styles['meta']}>
        {t(`moderation.appeal_${known}`)} · <Time at={at} />
      </p>
      {text && <p className="member-text">{text}</p>}
      {known === 'open' && (
        <form className={styles['form']} onSubmit={(event) => event.preventDefault()}>
          <TextArea
            label={t('moderation.note')}
            value={note}
            onChange={setNote}
            counter={{ max: MAX_REPORT_NOTE_LENGTH, from: 900 }}
          />
          {answer.error && <Alert>{`${t('moderation.answerFailed')}. ${getErrorDescription(answer.error)}`}</Alert>}
          <div className={styles['buttons']}>
            {[true, false].map((accepts) => (
              <Button
                key={String(accepts)}
                variant="line"
                busy={answer.isPending && answer.variables === accepts}
                disabled={answer.isPending}
                onClick={() => answer.mutate(accepts)}
              >
                {t(accepts ? 'moderation.acceptAppeal' : 'moderation.rejectAppeal')}
              </Button>
            ))}
          </div>
        </form>
      )}
    </section>
  )
}
