import type { ModerationReportView } from '@meadow/contracts/browser'
import {
  MAX_REPORT_NOTE_LENGTH,
  MAX_REPORT_RULE_LENGTH,
  REPORT_CATEGORIES,
  REPORT_DECISIONS,
  REPORT_KINDS,
} from '@meadow/contracts/report-limits'
import { getErrorDescription } from '@meadow/features'
import { Alert, Button, Card, TextArea, TextField, Time } from '@meadow/ui'
import { api, useMutation, useQueryClient, useToast } from '@meadow/web'
import { useState } from 'react'
import { MODERATION_KEY } from './load-error.tsx'
import styles from './moderation.module.css'
import { t } from './texts.ts'

type Evidence = NonNullable<ModerationReportView['evidence']>
type Decision = (typeof REPORT_DECISIONS)[number]

/** Shows a report with its evidence, and the decision or the form for it. */
export function ReportCard({ report }: { report: ModerationReportView }) {
  const { evidence, text, openReports, note, rule } = report
  const kind = REPORT_KINDS.find((known) => known === report.kind) ?? 'member'
  const category = REPORT_CATEGORIES.find((known) => known === report.category) ?? 'other'
  const decision = REPORT_DECISIONS.find((known) => known === report.decision)
  const nameOf = (member: { username: string } | null) => (member ? `@${member.username}` : t('moderation.someone'))
  return (
    <Card as="article" className={styles['report']}>
      <header>
        <h2>{t('moderation.heading', { kind: t(`moderation.${kind}`), category: t(`moderation.${category}`) })}</h2>
        <p className={styles['meta']}>
          {t('moderation.reportedBy', { reporter: nameOf(report.reporter), reported: nameOf(report.reported) })}
          {' · '}
          <Time at={report.createdAt} />
          {openReports > 1 && ` · ${t('moderation.openReports', { count: openReports })}`}
        </p>
      </header>
      {text && (
        <section>
          <h3>{t('moderation.words')}</h3>
          <p className="member-text">{text}</p>
        </section>
      )}
      <section>
        <h3>{t('moderation.evidence')}</h3>
        {evidence ? <ReportedContent evidence={evidence} /> : <p>{t('moderation.noEvidence')}</p>}
      </section>
      {report.status === 'open' && (
        <DecisionForm reportId={report._id} canRemove={kind === 'post' || kind === 'message'} />
      )}
      {decision && (
        <p className={styles['meta']}>
          {t('moderation.decidedBy', { name: nameOf(report.decidedBy), decision: t(`moderation.${decision}`) })}
          {rule && ` · ${rule}`}
          {note && ` · ${note}`}
        </p>
      )}
    </Card>
  )
}

function ReportedContent({ evidence }: { evidence: Evidence }) {
  return (
    <>
      {evidence.context.map((quote) => (
        <blockquote key={quote.createdAt + quote.text} className={styles['context']}>
          <bdi>@{quote.author.username}</bdi> <span className="member-text">{quote.text}</span>
        </blockquote>
      ))}
      <blockquote className={styles['quote']}>
        <bdi>@{evidence.author.username}</bdi> <span className="member-text">{evidence.text}</span>
        {evidence.pictures.map(({ url, alt }, index) =>
          url ? (
            <img key={url} src={url} alt={alt || t('moderation.picture', { number: index + 1 })} loading="lazy" />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a copy never changes
            <p key={index}>{t('moderation.hiddenPicture', { alt: alt || t('moderation.noAlt') })}</p>
          ),
        )}
      </blockquote>
    </>
  )
}

function DecisionForm({ reportId, canRemove }: { reportId: string; canRemove: boolean }) {
  const [rule, setRule] = useState('')
  const [note, setNote] = useState('')
  const cache = useQueryClient()
  const toast = useToast()
  const decide = useMutation({
    mutationFn: (decision: Decision) =>
      api('POST /moderation/reports/:id', { params: { id: reportId }, body: { decision, rule, note } }),
    onSuccess: () => toast({ tone: 'success', title: t('moderation.decided') }),
    onSettled: () => cache.invalidateQueries({ queryKey: MODERATION_KEY }),
  })
  const decisions: readonly Decision[] = canRemove ? ['dismiss', 'remove'] : ['dismiss']
  return (
    <form className={styles['form']} onSubmit={(event) => event.preventDefault()}>
      <TextField label={t('moderation.rule')} value={rule} onChange={setRule} maxLength={MAX_REPORT_RULE_LENGTH} />
      <TextArea
        label={t('moderation.note')}
        value={note}
        onChange={setNote}
        counter={{ max: MAX_REPORT_NOTE_LENGTH, from: 900 }}
      />
      {decide.error && <Alert>{`${t('moderation.decideFailed')}. ${getErrorDescription(decide.error)}`}</Alert>}
      <div className={styles['buttons']}>
        {decisions.map((decision) => (
          <Button
            key={decision}
            variant={decision === 'remove' ? 'danger' : 'line'}
            busy={decide.isPending && decide.variables === decision}
            disabled={decide.isPending}
            onClick={() => decide.mutate(decision)}
          >
            {t(`moderation.${decision}`)}
          </Button>
        ))}
      </div>
    </form>
  )
}
